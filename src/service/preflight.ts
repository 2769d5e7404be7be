import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:net';
import { type Config, SettingError } from '../config.ts';
import { reasonOf } from '../kernel/reason-of.ts';

/**
 * Checks settings before anything is opened. Database and data directory are checked where they are opened.
 * @throws SettingError whose sentence names variable, value and allowed values.
 */
export async function preflight({
  host,
  port,
  mqtt,
  mqttListen,
  role,
}: Pick<Config, 'host' | 'port' | 'mqtt' | 'mqttListen' | 'role'>): Promise<void> {
  requireFiles({
    MQTT_CA_FILE: mqtt?.caFile,
    MQTT_CERT_FILE: mqtt?.certFile,
    MQTT_KEY_FILE: mqtt?.keyFile,
    MQTT_LISTEN_CERT_FILE: mqttListen?.certFile,
    MQTT_LISTEN_KEY_FILE: mqttListen?.keyFile,
  });
  await requireAddress(host, port, (error) => addressProblem(host, port, error));
  if (mqttListen === null || role === 'api') return;
  await requireAddress(
    mqttListen.host,
    mqttListen.port,
    ({ message }) =>
      `MQTT_LISTEN: ${JSON.stringify(`${mqttListen.host}:${mqttListen.port}`)} cannot be listened on (${message}), it must be an address of this machine and a port that is free there (0 takes any).`,
  );
}

type ListenError = Pick<NodeJS.ErrnoException, 'code' | 'message'>;

/**
 * Takes the address for a moment. A process that takes it between this check and the start of the server still makes
 * the start fail.
 */
function requireAddress(host: string, port: number, problemOf: (error: ListenError) => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new SettingError(problemOf(error))));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function addressProblem(host: string, port: number, error: ListenError): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `PORT: ${port} is in use on ${host} by another process, it must be a port that is free there (0 takes any).`;
    case 'EACCES':
      return `PORT: ${port} may not be taken by this user, it must be a port that is open to it (1024 and above usually are; 0 takes any).`;
    default:
      return `HOST: ${JSON.stringify(host)} cannot be listened on (${error.message}), it must be an address of this machine such as 127.0.0.1, 0.0.0.0 or ::.`;
  }
}

function requireFiles(files: Readonly<Record<string, string | null | undefined>>): void {
  for (const [name, path] of Object.entries(files)) {
    if (path === null || path === undefined) continue;
    try {
      accessSync(path, constants.R_OK);
    } catch (error) {
      throw new SettingError(
        `${name}: ${JSON.stringify(path)} cannot be read (${reasonOf(error)}), it must be a PEM file.`,
      );
    }
  }
}
