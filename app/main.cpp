// Entry point. Dispatches to a command or to the window; where no window can open, prints the run instead.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <span>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "app/cli/command.h"
#include "app/cli/headless.h"
#include "core/base/spelling.h"

#ifdef LOCKSTEP_HAS_UI
#include "ui/app/gui_main.h"
#include "ui/app/render_command.h"
#endif

namespace {

using namespace lockstep;
using namespace lockstep::cli;

/// Empty when a window can open; otherwise the sentence that says why not.
std::string whyNoWindow()
{
#ifdef LOCKSTEP_HAS_UI
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (const char* value = std::getenv(name); value && *value)
            return {};
    return "There is no display (DISPLAY and WAYLAND_DISPLAY are not set), so the run is printed instead of shown.";
#else
    return "This build has no window, so the run is printed instead of shown.";
#endif
}

/// `file` is a trace, config or lesson to open, or empty; `rest` are the words behind it: only Qt's, such as -platform.
int openWindow(
    [[maybe_unused]] int argc, [[maybe_unused]] char** argv, const std::string& file, std::span<const std::string> rest)
{
    if (!rest.empty() && (!rest.front().starts_with('-') || rest.front().starts_with("--")))
        return complain(Error{"lockstep opens one file, but there is also " + rest.front()
            + "; \"lockstep --help\" lists the commands."});
    if (const std::string why = whyNoWindow(); !why.empty())
        return runHeadless(why, file);
#ifdef LOCKSTEP_HAS_UI
    return ui::guiMain(argc, argv);
#else
    return kBadInput;
#endif
}

int render([[maybe_unused]] const std::vector<std::string>& words)
{
#ifdef LOCKSTEP_HAS_UI
    return ui::renderMain(std::span(words).subspan(1));
#else
    return complain(
        Error{"This build cannot draw pictures because it was made without Qt; build the release preset instead."});
#endif
}

int openLesson(int argc, char** argv, const std::vector<std::string>& words)
{
    const std::size_t equals = words[0].find('=');
    if (equals == std::string::npos && words.size() < 2)
        return complain(Error{"--lesson needs a number; write --lesson 4."});
    const auto folder = lessonFolder(equals == std::string::npos ? words[1] : words[0].substr(equals + 1));
    if (!folder)
        return complain(folder.error());
    return openWindow(argc, argv, folder.value(), std::span(words).subspan(equals == std::string::npos ? 2 : 1));
}

Error unknownOption(const std::string& word)
{
    const std::vector<std::string> options{"--help", "--version", "--lesson"};
    const std::string nearest = nearestSpelling(word.substr(0, word.find('=')), options);
    return Error{"there is no option " + word + " here; "
        + (nearest.empty() ? "\"lockstep --help\" lists the commands." : "did you mean " + nearest + "?")};
}

int dispatch(int argc, char** argv, const std::vector<std::string>& words)
{
    if (words.empty())
        return openWindow(argc, argv, {}, {});
    const std::string& first = words.front();
    if (first == "--version") {
        std::cout << "lockstep " LOCKSTEP_VERSION "\n";
        return kOk;
    }
    if (first == "--help" || first == "-h" || first == "help") {
        std::cout << generalHelp();
        return kOk;
    }
    if (first == "--lesson" || first.starts_with("--lesson="))
        return openLesson(argc, argv, words);
    if (first == "render")
        return render(words);
    if (isCommandWord(first))
        return runCommandLine(words);
    if (first.starts_with('-'))
        return complain(unknownOption(first));
    std::error_code ignored;
    if (std::filesystem::exists(first, ignored))
        return openWindow(argc, argv, first, std::span(words).subspan(1));
    return runCommandLine(words);
}

/// What nobody caught. Memory may be full, so nothing is allocated here.
[[noreturn]] void endWithSentence()
{
    const char* what = "unknown";
    try {
        if (const std::exception_ptr uncaught = std::current_exception())
            std::rethrow_exception(uncaught);
    } catch (const std::bad_alloc&) {
        std::fputs(
            "lockstep: there is not enough memory for this; make the run smaller or close other programs.\n", stderr);
        ::_exit(kBadInput);
    } catch (const std::exception& exception) {
        what = exception.what();
    } catch (...) {
    }
    std::fprintf(stderr, "lockstep: this is a mistake in Lockstep itself (%s); please report it.\n", what);
    std::abort();
}

/// Closed standard streams would give their numbers to the next files opened, and a trace file would get the text.
void openStandardStreams()
{
    for (int descriptor = ::open("/dev/null", O_RDWR); descriptor >= 0; descriptor = ::open("/dev/null", O_RDWR))
        if (descriptor > STDERR_FILENO) {
            ::close(descriptor);
            return;
        }
}

} // namespace

int main(int argc, char** argv)
{
    std::set_terminate(endWithSentence);
    openStandardStreams();
    const int code = dispatch(argc, argv, std::vector<std::string>(argv + 1, argv + argc));
    errno = 0;
    if (std::cout.flush())
        return code;
    return complain(Error{std::string("the answer cannot be written to stdout")
        + (errno != 0 ? std::string(" (") + std::strerror(errno) + ")" : "") + "; send it to a place that has room."});
}
