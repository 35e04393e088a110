"""The typing indicator of AI players."""
