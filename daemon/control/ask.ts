import { request } from 'node:http';
import { type Duration, minutes, seconds } from '../../netplan/duration.ts';
import { codeOf, errorText } from '../errors.ts';
import { ControlError, type ControlErrorCode, controlLimits } from './calls.ts';

/**
 * Asks the running agent.
 * @param path its control socket
 * @param limit for all of it
 * @returns what the call returned, unchecked
 * @throws ControlError
 */
export async function ask(path: string, name: string, input?: unknown, limit: Duration = minutes(5)): Promise<unknown> {
  let answer: { readonly status: number; readonly text: string };
  try {
    answer = await exchange(path, name, input === undefined ? '' : JSON.stringify(input), limit);
  } catch (error) {
    throw error instanceof ControlError ? error : trouble(error);
  }
  let value: unknown;
  try {
    value = JSON.parse(answer.text);
  } catch {
    throw new ControlError('failed', 'the agent’s answer is no JSON');
  }
  if (answer.status === 200) return value;
  const { code = 'failed', text = 'no reason was given' } = (value ?? {}) as { code?: ControlErrorCode; text?: string };
  throw new ControlError(code, text);
}

function exchange(path: string, name: string, body: string, limit: Duration) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request({
      socketPath: path,
      path: `/${name}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      // A little more than the agent takes for itself, so that its own word comes first.
      signal: AbortSignal.timeout(limit + seconds(5)),
    });
    asked.once('error', reject);
    asked.once('response', (response) => {
      const parts: Buffer[] = [];
      let length = 0;
      response.on('data', (part: Buffer) => {
        length += part.length;
        if (length > controlLimits.answerBytes) asked.destroy(new ControlError('failed', 'the answer is too long'));
        parts.push(part);
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    });
    asked.end(body);
  });
}

function trouble(error: unknown): ControlError {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTDIR') {
    return new ControlError('not-running', 'the agent does not run, or keeps its files elsewhere (--root, --dev-mode)');
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new ControlError('not-permitted', 'only root, or whoever the agent runs as, may ask it');
  }
  if (error instanceof Error && (error.name === 'TimeoutError' || code === 'ABORT_ERR')) {
    return new ControlError('timed-out', 'the agent did not answer in time');
  }
  return new ControlError('failed', errorText(error));
}
