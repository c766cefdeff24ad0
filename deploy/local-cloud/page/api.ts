/** A call that the cloud has turned down; the message is for a person. */
export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Kept for this tab alone, so that a reload does not ask for the key again. */
const place = 'token';

export const token = {
  get: (): string | undefined => sessionStorage.getItem(place) ?? undefined,
  set: (value: string): void => sessionStorage.setItem(place, value),
  clear: (): void => sessionStorage.removeItem(place),
};

/** The console's address carries a token behind `#`, where no server and no log sees it. */
export function takeToken(): boolean {
  const given = /^#token=([\w.-]+)$/.exec(location.hash)?.[1];
  if (given === undefined) return false;
  token.set(given);
  history.replaceState(null, '', '#/machines');
  return true;
}

type Call = { readonly method?: string; readonly body?: unknown; readonly file?: Blob };

async function send(path: string, { method, body, file }: Call, open = false): Promise<Response> {
  const headers: Record<string, string> = {};
  if (!open) headers['Authorization'] = `Bearer ${token.get() ?? ''}`;
  if (file !== undefined) headers['Content-Type'] = 'application/octet-stream';
  else if (body !== undefined) headers['Content-Type'] = 'application/json';
  const content = file ?? (body === undefined ? null : JSON.stringify(body));
  const response = await fetch(path, {
    method: method ?? (content === null ? 'GET' : 'POST'),
    headers,
    body: content,
  }).catch(() => {
    throw new ApiError(0, 'The cloud does not answer. Is it running?');
  });
  if (response.ok) return response;
  const text = await response.json().catch(() => ({}));
  throw new ApiError(response.status, text.error ?? text.message ?? `The cloud says ${response.status}.`);
}

export const api = async <R>(path: string, call: Call = {}): Promise<R> => (await send(`/api${path}`, call)).json();

/** A call of the training service, in Connect's JSON. */
export const training = async <R>(method: string, body: object = {}): Promise<R> =>
  (await send(`/viam.app.mltraining.v1.MLTrainingService/${method}`, { body })).json();

export async function signIn(entity: string, key: string): Promise<void> {
  const body = { entity, credentials: { type: 'api-key', payload: key } };
  const response = await send('/proto.rpc.v1.AuthService/Authenticate', { body }, true);
  token.set((await response.json()).accessToken);
}

/** Gives a file to the person: links carry no token. */
export async function download(path: string, name: string): Promise<void> {
  const blob = await (await send(`/api${path}`, {})).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
