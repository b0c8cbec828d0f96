"""Importers: each turns a foreign description into `.fsm` text and a report of its oddities."""
