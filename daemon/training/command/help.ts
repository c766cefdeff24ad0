export const help = `Usage: machine-agent train <call> [options]

  submit          --org --dataset --model --version --type --tags a,b [--framework]
  submit-custom   --org --dataset --model --version --script --script-version [--argument name=value]... [--container]
  get <id>        one job
  list            --org [--status running|pending|completed|failed|canceled|canceling]
  cancel <id>     ends a job
  delete <id>     removes a job that has ended
  logs <id>       what a job has written

  --host <url>    the cloud; also: ROOT_URL
  --org <id>      the organization; also: ORG_ID
  --json          for programs: one JSON value, or one each line with --watch
  --watch         go on until the job has ended (submit, submit-custom, get, logs), or until Ctrl-C (list)

API_KEY_ID and API_KEY have to be set: a key with owner permission. Keys are never taken as arguments, which everybody
on this computer can see. With --watch the exit status is 0 when the job is completed, and 1 when it failed or was
canceled.
`;
