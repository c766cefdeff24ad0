import { connectNodeAdapter } from '@connectrpc/connect-node';
import type { Log } from '../../daemon/logging.ts';
import { AuthService } from '../../daemon/wire/generated/proto/rpc/v1/auth_pb.js';
import { AgentDeviceService } from '../../daemon/wire/generated/viam/app/agent/v1/agent_pb.js';
import { MLTrainingService } from '../../daemon/wire/generated/viam/app/mltraining/v1/ml_training_pb.js';
import { RobotService } from '../../daemon/wire/generated/viam/app/v1/robot_pb.js';
import { openDoor } from './door.ts';
import { JobRunner } from './jobs/runner.ts';
import { cloudLimits } from './limits.ts';
import { agentService } from './rpc/agent.ts';
import { doorKeeper } from './rpc/calls.ts';
import { robotService } from './rpc/robot.ts';
import { trainingService } from './rpc/training.ts';
import { openStore, type Store } from './store/store.ts';
import { Tokens } from './tokens.ts';
import { webApp } from './web/app.ts';

export type LocalCloudOptions = {
  /** Where everything is kept; made, and readable by its user only. */
  readonly folder: string;
  readonly address?: string;
  /** 0: any that is free. */
  readonly port?: number;
  /** How long machines wait between two calls, in seconds; 10. */
  readonly checkInterval?: number;
  readonly log: Log;
};

export type LocalCloud = {
  readonly address: string;
  readonly port: number;
  /** `http://127.0.0.1:8082`. */
  readonly url: string;
  /** The page's address with its own token, for the console. The token is good while this cloud runs. */
  readonly pageUrl: string;
  readonly store: Store;
  close(): Promise<void>;
};

/** A whole cloud on this computer: machines, configuration, logs, releases, training; one process and one port. */
export async function openLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const { folder, log, address = '127.0.0.1', port = 8082, checkInterval = 10 } = options;
  const store = openStore(folder);
  try {
    const tokens = new Tokens(store);
    const runner = new JobRunner(store, log);
    const web = await webApp({ store, tokens, runner, log });
    const door = await openDoor(
      address,
      port,
      connectNodeAdapter({
        routes: (router) =>
          router
            .service(AuthService, {
              authenticate: ({ entity, credentials }) => ({ accessToken: tokens.authenticate(entity, credentials) }),
            })
            .service(AgentDeviceService, agentService(store, { checkInterval }))
            .service(RobotService, robotService(store, checkInterval))
            .service(MLTrainingService, trainingService(store, runner)),
        interceptors: [doorKeeper(tokens, log)],
        acceptCompression: [],
        readMaxBytes: cloudLimits.messageBytes,
        maxTimeoutMs: cloudLimits.callTime,
        fallback: (request, response) => web.routing(request as never, response as never),
      }),
    ).catch(async (error: unknown) => {
      await web.close();
      throw error;
    });
    await runner.start();
    const url = `http://${address.includes(':') ? `[${address}]` : address}:${door.port}`;
    return {
      ...{ address, port: door.port, url, store },
      pageUrl: `${url}/#token=${tokens.page()}`,
      async close() {
        await runner.close();
        await door.close();
        await web.close();
        store.close();
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}
