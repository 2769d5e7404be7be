import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:net';
import { type Config, type MqttSettings, SettingError } from './config.ts';
import { reasonOf } from './reason-of.ts';

/**
 * What can be found out about the settings before anything is opened; database and data directory are looked at where
 * they are opened.
 * @throws SettingError in a sentence that names variable, value and what is allowed.
 */
export async function preflight({ host, port, mqtt }: Pick<Config, 'host' | 'port' | 'mqtt'>): Promise<void> {
  if (mqtt !== null) requireFiles(mqtt);
  await requireAddress(host, port);
}

/**
 * Takes the address for a moment. Whoever gets there between this and the start of the server makes the start fail
 * later.
 */
function requireAddress(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new SettingError(addressProblem(host, port, error))));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function addressProblem(host: string, port: number, error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `PORT: ${port} is in use on ${host} by another process, it must be a port that is free there (0 takes any).`;
    case 'EACCES':
      return `PORT: ${port} may not be taken by this user, it must be a port that is open to it (1024 and above usually are; 0 takes any).`;
    default:
      return `HOST: ${JSON.stringify(host)} cannot be listened on (${error.message}), it must be an address of this machine such as 127.0.0.1, 0.0.0.0 or ::.`;
  }
}

function requireFiles({ caFile, certFile, keyFile }: MqttSettings): void {
  for (const [name, path] of Object.entries({
    MQTT_CA_FILE: caFile,
    MQTT_CERT_FILE: certFile,
    MQTT_KEY_FILE: keyFile,
  })) {
    if (path === null) continue;
    try {
      accessSync(path, constants.R_OK);
    } catch (error) {
      throw new SettingError(
        `${name}: ${JSON.stringify(path)} cannot be read (${reasonOf(error)}), it must be a PEM file.`,
      );
    }
  }
}
