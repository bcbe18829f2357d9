# lockstep sampler prints what PyTorch's DistributedSampler deals; every wrong word gets one sentence.
source "$(dirname "$0")/lib/checks.bash"

# deals WHAT LINES ARGUMENTS...: lines are separated by '/'.
deals() {
    local what=$1 lines=$2
    shift 2
    run sampler "$@"
    code_is 0 "$what"
    printf '%s\n' "$lines" | tr / '\n' | cmp -s - "$work/out" || fail "$what: $(tr '\n' / <"$work/out")"
}
deals "shuffled" "4 3 6/1 9 2/7 0 4/5 8 1" --dataset-size 10 --replicas 4 --seed 0 --epoch 0
deals "epoch 1" "5 0 7/6 8 4/1 9 5/2 3 6" --dataset-size 10 --replicas 4 --seed 0 --epoch 1
deals "drop last" "4 3/1 9/7 0/5 8" --dataset-size 10 --replicas 4 --drop-last
deals "in order" "0 4 8/1 5 9/2 6 0/3 7 1" --dataset-size 10 --replicas 4 --no-shuffle
deals "one rank" "2 6 0" --dataset-size 10 --replicas 4 --rank 2 --no-shuffle
deals "another seed" "6 7 10 3/8 0 11 5/1 2 4 9" --dataset-size 12 --replicas=3 --seed 42
deals "fewer examples than ranks" "0/1/2/0/1/2/0/1" --dataset-size 3 --replicas 8 --no-shuffle
deals "fewer, dropped" "///////" --dataset-size 3 --replicas 8 --no-shuffle --drop-last
deals "no examples" "/" --dataset-size 0 --replicas 2

wrong() {
    local text=$1
    shift
    run sampler "$@"
    one_sentence "$text" "sampler $*"
}
wrong "needs --dataset-size" --replicas 4
wrong "needs --replicas" --dataset-size 4
wrong "--replicas is 0, but a whole number from 1 to 65536 is needed" --dataset-size 4 --replicas 0
wrong "--rank is 4, but a whole number from 0 to 3 is needed" --dataset-size 4 --replicas 4 --rank 4
wrong "--seed is -1, but" --dataset-size 4 --replicas 4 --seed=-1
wrong "--dataset-size is ten, but" --dataset-size ten --replicas 4
wrong "did you mean --no-shuffle?" --dataset-size 4 --replicas 4 --noshuffle
wrong "takes no plain argument" 10 --replicas 4
finish
