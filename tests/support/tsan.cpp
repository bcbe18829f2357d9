// Tells the thread sanitizer about the one race that is not ours: Qt Test's watchdog thread at the end of every test
// program, seen because Qt itself is not instrumented. Code of ours is never called from these two functions directly.
#if defined(__SANITIZE_THREAD__)
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions()
{
    return "race:QWaitCondition::~QWaitCondition\n"
           "race:^QTest::qRun\n";
}
#endif
