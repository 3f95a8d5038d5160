import { isOwnLoopback } from '#contracts/loopback.ts'
import type { Config } from './config.ts'
import type { StartError } from './errors.ts'
import type { LastingServer } from './run.ts'

/** Start-up output: one line for tools, then instructions for a person. */
export async function readyText(
  server: Pick<LastingServer, 'url' | 'dataDir' | 'firstKey' | 'createSignInLink'>,
  config: Pick<Config, 'log' | 'host' | 'publicUrl' | 'trustedProxies' | 'network'>,
): Promise<string> {
  const { log } = config
  const message = `Parley is ready: ${server.url}`
  if (log === 'json') {
    return `${JSON.stringify({ message, url: server.url, pid: process.pid, data_dir: server.dataDir })}\n`
  }
  const rows = [
    ['Sign in', (await server.createSignInLink()).url],
    ['', 'works once, within the hour; start Parley again for a new one'],
    ['Demo page', `${server.url}/demo`],
    ['API docs', `${server.url}/api/docs`],
    ...(server.firstKey ? [['API key', `${server.firstKey}   (shown only now)`]] : []),
    ['Data', server.dataDir],
    ...exposed(config),
  ]
  return `${message}\n\n${rows.map(row).join('\n')}\n\nCtrl-C stops it.\n`
}

/** Addresses of this server, by audience. */
function exposed({
  host,
  publicUrl,
  trustedProxies,
  network,
}: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies' | 'network'>): string[][] {
  const isOpen = !isOwnLoopback(host)
  return [
    ['Exposed', isOpen ? `to the network, on ${host}` : 'to this machine only'],
    ...(publicUrl
      ? [
          ['', `as ${publicUrl}: the widget for everybody, the desk and the API with a key`],
          ['', `X-Forwarded-For is believed of: ${trustedProxies ?? 'nobody'}`],
        ]
      : []),
    [
      'Calls out',
      network.policy === 'server'
        ? 'public addresses only'
        : 'public addresses, and private ones that are listed',
    ],
  ]
}

/** Output of a second start on the same data folder. */
export function alreadyRunningText({ message, signInUrl }: StartError): string {
  return signInUrl ? `${message}\n\n${row(['Sign in', signInUrl])}\n` : `${message}\n`
}

const row = ([name = '', value = '']: string[]): string => `  ${name.padEnd(11)}${value}`
