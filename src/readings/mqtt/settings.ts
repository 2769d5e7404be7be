import type { ReadingsTopic, SourceTopic } from '../rules/topic.ts';

export interface MqttSettings {
  readonly url: string;
  readonly topic: ReadingsTopic;
  readonly sourceTopic: SourceTopic;
  /** null: the client's name is made of machine and port. */
  readonly clientId: string | null;
  readonly shareGroup: string | null;
  /** PEM files: authorities to trust in place of the system's, and the certificate of this service with its key. */
  readonly caFile: string | null;
  readonly certFile: string | null;
  readonly keyFile: string | null;
}

/** The address at which devices with keys reach this service over MQTT. */
export interface MqttListenSettings {
  readonly host: string;
  readonly port: number;
  readonly topic: ReadingsTopic;
  readonly sourceTopic: SourceTopic;
  /** PEM files; null: without encryption. */
  readonly certFile: string | null;
  readonly keyFile: string | null;
}

interface MqttVariables {
  readonly MQTT_URL: string | null;
  readonly MQTT_TOPIC: ReadingsTopic;
  readonly MQTT_SOURCE_TOPIC: SourceTopic;
  readonly MQTT_CLIENT_ID: string | null;
  readonly MQTT_SHARE_GROUP: string | null;
  readonly MQTT_CA_FILE: string | null;
  readonly MQTT_CERT_FILE: string | null;
  readonly MQTT_KEY_FILE: string | null;
  readonly MQTT_LISTEN: { readonly host: string; readonly port: number } | null;
  readonly MQTT_LISTEN_CERT_FILE: string | null;
  readonly MQTT_LISTEN_KEY_FILE: string | null;
}

/** `host:port`; undefined for anything else. */
export function listenAddress(text: string): { host: string; port: number } | undefined {
  const [, bracketed, plain, digits = ''] = /^(?:\[([\da-fA-F:.]+)\]|([^\s:[\]/]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  return host === undefined || port > 65_535 ? undefined : { host, port };
}

function requirePair(
  variables: MqttVariables,
  certificate: 'MQTT_CERT_FILE' | 'MQTT_LISTEN_CERT_FILE',
  key: 'MQTT_KEY_FILE' | 'MQTT_LISTEN_KEY_FILE',
  errorOf: (sentence: string) => Error,
): void {
  const [certFile, keyFile] = [variables[certificate], variables[key]];
  if (certFile !== null && keyFile === null)
    throw errorOf(`${key}: must be set too, because ${certificate} is of no use without its key.`);
  if (keyFile !== null && certFile === null)
    throw errorOf(`${certificate}: must be set too, because ${key} is of no use without its certificate.`);
}

/** The broker from which readings are taken, and the address at which devices connect; null where one is not set up. */
export function mqttSettings(
  value: MqttVariables,
  errorOf: (sentence: string) => Error,
): { readonly mqtt: MqttSettings | null; readonly mqttListen: MqttListenSettings | null } {
  requirePair(value, 'MQTT_CERT_FILE', 'MQTT_KEY_FILE', errorOf);
  requirePair(value, 'MQTT_LISTEN_CERT_FILE', 'MQTT_LISTEN_KEY_FILE', errorOf);
  const { MQTT_URL: url, MQTT_TOPIC: topic, MQTT_SOURCE_TOPIC: sourceTopic, MQTT_LISTEN: listen } = value;
  return {
    mqtt:
      url === null
        ? null
        : {
            url,
            topic,
            sourceTopic,
            clientId: value.MQTT_CLIENT_ID,
            shareGroup: value.MQTT_SHARE_GROUP,
            caFile: value.MQTT_CA_FILE,
            certFile: value.MQTT_CERT_FILE,
            keyFile: value.MQTT_KEY_FILE,
          },
    mqttListen:
      listen === null
        ? null
        : {
            ...listen,
            topic,
            sourceTopic,
            certFile: value.MQTT_LISTEN_CERT_FILE,
            keyFile: value.MQTT_LISTEN_KEY_FILE,
          },
  };
}
