"""Benchmarks: finding boards, running a method on each, keeping what was measured, tables and plots."""
