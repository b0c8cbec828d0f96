"""The grammar of `.fsm` as data, with its built parser table."""
