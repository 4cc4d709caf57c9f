"""`cardgen`, and `python -m cardgen`."""

import sys


def main() -> None:
    """Run the command line; an interrupt ends with 130 even while its modules are being read."""
    try:
        from cardgen.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
