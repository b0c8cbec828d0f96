"""The model of a world: domains, typed expressions, operators, and the lowered World itself."""
