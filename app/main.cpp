// Entry point. Dispatches to a command or to the window.
int main() { return 0; }
