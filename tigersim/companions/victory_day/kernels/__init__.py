"""Random play, compiled: the same rules as the exact odds call.  ``places`` does not wait for the compiler."""
