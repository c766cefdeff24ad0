// The field numbers that the cloud and shipping clients have built in, written down apart from the .proto files: a change
// there that breaks them shows here. From 20000 on they are this project's own.

const agent = 'viam.app.agent.v1';
const training = 'viam.app.mltraining.v1';
const robot = 'viam.app.v1';

export const methods = [
  '/proto.rpc.v1.AuthService/Authenticate',
  `/${agent}.AgentDeviceService/DeviceAgentConfig`,
  `/${robot}.RobotService/Log`,
  `/${robot}.RobotService/NeedsRestart`,
  `/${training}.MLTrainingService/SubmitTrainingJob`,
  `/${training}.MLTrainingService/SubmitCustomTrainingJob`,
  `/${training}.MLTrainingService/GetTrainingJob`,
  `/${training}.MLTrainingService/ListTrainingJobs`,
  `/${training}.MLTrainingService/CancelTrainingJob`,
  `/${training}.MLTrainingService/DeleteCompletedTrainingJob`,
  `/${training}.MLTrainingService/GetTrainingJobLogs`,
  `/${training}.MLTrainingService/ListSupportedContainers`,
];

const texts = (fields: Readonly<Record<number, string>>): string[] =>
  Object.entries(fields).map(([number, name]) => `${number} ${name} ${name === 'tags' ? 'repeated ' : ''}string`);
const values = (prefix: string, names: string): string[] =>
  names.split(' ').map((name, number) => `${number} ${prefix}_${name}`);
const inOrder = (lines: readonly string[]): string[] =>
  [...lines].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
const times: Readonly<Record<number, string>> = {
  3: 'created_on',
  4: 'last_modified',
  9: 'training_started',
  10: 'training_ended',
};

const ofAgent = {
  DeviceAgentConfigRequest: [
    '1 id string',
    '2 host_info HostInfo',
    '4 version_info VersionInfo',
    '5 agent_uptime Duration',
    '6 viam_server_uptime Duration',
    '20000 report MachineReport',
  ],
  HostInfo: ['1 platform string', '2 distro string', '3 tags repeated string'],
  VersionInfo: texts({
    1: 'agent_running',
    2: 'agent_installed',
    3: 'viam_server_running',
    4: 'viam_server_installed',
  }),
  DeviceAgentConfigResponse: [
    '2 check_interval Duration',
    '3 agent_update_info UpdateInfo',
    '4 viam_server_update_info UpdateInfo',
    '5 advanced_settings Struct',
    '6 network_configuration Struct',
    '7 additional_networks Struct',
    '8 system_configuration Struct',
    '20000 report_reply MachineReportReply',
  ],
  UpdateInfo: ['1 filename string', '2 url string', '3 version string', '4 sha256 bytes', '5 format PackageFormat'],
  MachineReport: [
    '1 fragment_id string',
    '2 answers repeated AnswersEntry',
    '3 conditions repeated Condition',
    '4 wishes repeated Wish',
  ],
  Condition: texts({ 1: 'code', 2: 'severity', 3: 'text', 4: 'about' }),
  Wish: texts({ 1: 'filename', 2: 'version', 3: 'state', 4: 'problem' }),
  MachineReportReply: texts({ 1: 'fragment_id', 2: 'fragment_problem' }),
  PackageFormat: values('PACKAGE_FORMAT', 'UNSPECIFIED RAW XZ EXECUTABLE XZ_EXECUTABLE'),
};

const id = ['1 id string'];
const ofTraining = {
  SubmitTrainingJobRequest: inOrder([
    ...texts({ 2: 'organization_id', 3: 'model_name', 4: 'model_version', 6: 'tags', 7: 'dataset_id' }),
    '5 model_type ModelType',
    '8 model_framework ModelFramework',
  ]),
  SubmitTrainingJobResponse: id,
  SubmitCustomTrainingJobRequest: inOrder([
    ...texts({ 1: 'dataset_id', 2: 'registry_item_id', 3: 'organization_id', 4: 'model_name', 5: 'model_version' }),
    ...texts({ 6: 'registry_item_version', 8: 'container_version' }),
    '7 arguments repeated ArgumentsEntry',
  ]),
  SubmitCustomTrainingJobResponse: id,
  GetTrainingJobRequest: id,
  GetTrainingJobResponse: ['1 metadata TrainingJobMetadata'],
  ListTrainingJobsRequest: ['1 organization_id string', '2 status TrainingStatus'],
  ListTrainingJobsResponse: ['1 jobs repeated TrainingJobMetadata'],
  CancelTrainingJobRequest: id,
  CancelTrainingJobResponse: [],
  DeleteCompletedTrainingJobRequest: id,
  DeleteCompletedTrainingJobResponse: [],
  GetTrainingJobLogsRequest: ['1 id string', '2 page_token string'],
  GetTrainingJobLogsResponse: ['1 logs repeated TrainingJobLogEntry', '2 next_page_token string'],
  TrainingJobLogEntry: ['1 level string', '2 time Timestamp', '3 message string'],
  ListSupportedContainersRequest: [],
  ListSupportedContainersResponse: ['1 container_map repeated ContainerMapEntry'],
  Container: inOrder([...texts({ 1: 'key', 2: 'uri', 3: 'framework', 4: 'description' }), '5 eol Timestamp']),
  TrainingJobMetadata: inOrder([
    '2 status TrainingStatus',
    ...[3, 4, 9, 10].map((n) => `${n} ${times[n]} Timestamp`),
    ...texts({ 5: 'synced_model_id', 7: 'id', 11: 'dataset_id', 12: 'organization_id', 13: 'model_name' }),
    ...texts({ 14: 'model_version', 16: 'tags', 19: 'registry_item_id', 20: 'registry_item_version' }),
    '8 error_status Status',
    '15 model_type ModelType',
    '17 model_framework ModelFramework',
    '18 is_custom_job bool',
    '21 arguments repeated ArgumentsEntry',
    '22 container_version string',
  ]),
  ModelType: values(
    'MODEL_TYPE',
    'UNSPECIFIED SINGLE_LABEL_CLASSIFICATION MULTI_LABEL_CLASSIFICATION OBJECT_DETECTION',
  ),
  ModelFramework: values('MODEL_FRAMEWORK', 'UNSPECIFIED TFLITE TENSORFLOW PYTORCH ONNX'),
  TrainingStatus: values('TRAINING_STATUS', 'UNSPECIFIED PENDING IN_PROGRESS COMPLETED FAILED CANCELED CANCELING'),
};

const named = (prefix: string, messages: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(messages).map(([name, lines]) => [`${prefix}.${name}`, lines]));

export const fields = {
  ...named('proto.rpc.v1', {
    AuthenticateRequest: ['1 entity string', '2 credentials Credentials'],
    Credentials: texts({ 1: 'type', 2: 'payload' }),
    AuthenticateResponse: texts({ 1: 'access_token' }),
  }),
  ...named(agent, ofAgent),
  ...named(robot, {
    LogRequest: ['1 id string', '2 logs repeated LogEntry', '20000 queue string'],
    LogResponse: [],
    NeedsRestartRequest: id,
    NeedsRestartResponse: ['1 id string', '2 must_restart bool', '3 restart_check_interval Duration'],
  }),
  ...named('viam.common.v1', {
    LogEntry: [
      ...texts({ 1: 'host', 2: 'level' }),
      '3 time Timestamp',
      ...texts({ 4: 'logger_name', 5: 'message' }),
      '6 caller Struct',
      '7 stack string',
      '8 fields repeated Struct',
      '20000 sequence uint64',
    ],
  }),
  ...named(training, ofTraining),
};
