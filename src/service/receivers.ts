import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Context } from '../context.ts';
import { createLimiter } from '../platform/limits/limiter.ts';
import type { IntakeContext } from '../readings/intake.ts';
import { createDeviceKeys, type DeviceKeys } from '../readings/keys/device-keys.ts';
import type { RunningListener } from '../readings/mqtt/listener.ts';
import type { MqttListenSettings, MqttSettings } from '../readings/mqtt/settings.ts';
import type { MqttOptions, RunningMqtt } from '../readings/mqtt/subscriber.ts';
import { receiveByIndustryId } from '../readings/receive-readings.ts';
import { receiverOfBroker, receiverOfKeys } from '../readings/sources/receive-of-key.ts';

/*
 * Receivers of readings over MQTT: one of a broker, one of devices that connect with their keys. The packages of MQTT
 * are loaded only where MQTT is set up, because most processes start without.
 */

type Receiving = Context & IntakeContext;

/** null: no broker is set up. */
export async function startBroker(receiving: Receiving, url: string): Promise<RunningMqtt | null> {
  const { config, log, countRows } = receiving;
  if (config.mqtt === null) return null;
  const { startMqtt } = await import('../readings/mqtt/subscriber.ts');
  return startMqtt(
    mqttOptions(config.mqtt, url, {
      log,
      receive: (industryId, groups) => receiveByIndustryId(receiving, industryId, groups, 'mqtt'),
      receiveOfSource: receiverOfBroker(receiving),
      countRows,
    }),
  );
}

/**
 * @param keys of the endpoints in this process; null: it has none.
 * @returns null: no listener is set up.
 */
export async function startOwnListener(receiving: Receiving, keys: DeviceKeys | null): Promise<RunningListener | null> {
  const { config, log } = receiving;
  if (config.mqttListen === null) return null;
  const { startListener } = await import('../readings/mqtt/listener.ts');
  const deviceKeys = keys ?? createDeviceKeys(receiving, createLimiter(receiving));
  const receiveOfKey = receiverOfKeys(receiving, deviceKeys);
  return startListener({ ...listenOptions(config.mqttListen), log, deviceKeys, receiveOfKey });
}

/**
 * Spec gap: name of a process at the broker: its machine and port. No two processes share one at a time, and a restart
 * keeps it.
 */
const mqttOptions = (
  settings: MqttSettings,
  url: string,
  more: Pick<MqttOptions, 'log' | 'receive' | 'receiveOfSource' | 'countRows'>,
): MqttOptions => {
  const pem = (name: 'ca' | 'cert' | 'key', path: string | null) =>
    path === null ? {} : { [name]: readFileSync(path) };
  return {
    url: settings.url,
    topic: settings.topic,
    sourceTopic: settings.sourceTopic,
    shareGroup: settings.shareGroup,
    ...more,
    clientId: settings.clientId ?? `water-${hostname()}-${new URL(url).port}`,
    tls: { ...pem('ca', settings.caFile), ...pem('cert', settings.certFile), ...pem('key', settings.keyFile) },
  };
};

const listenOptions = ({ certFile, keyFile, ...address }: MqttListenSettings) => ({
  ...address,
  tls: certFile === null || keyFile === null ? null : { cert: readFileSync(certFile), key: readFileSync(keyFile) },
});
