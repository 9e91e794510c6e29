"""The table on a real Linux kernel: a PC or an ARM board emulated by QEMU, with a header, wires and expanders
that `kernel/garou_wires.c` adds.

`make machine` runs these tests; `make test` does not, for they take long and need QEMU (docs/machine.md).
"""
