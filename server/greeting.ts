import type { Config } from './config.ts'
import type { StartError } from './errors.ts'
import type { LastingServer } from './run.ts'

/** What a start says on stdout: the one line that tools wait for, then what a person wants next. */
export function readyText(server: LastingServer, { log }: Pick<Config, 'log'>): string {
  const message = `Parley is ready: ${server.url}`
  if (log === 'json') {
    return `${JSON.stringify({ message, url: server.url, pid: process.pid, data_dir: server.dataDir })}\n`
  }
  const rows = [
    ['Sign in', `${server.createSignInLink().url}`],
    ['', 'works once, within the hour; start Parley again for a new one'],
    ['Demo page', `${server.url}/demo`],
    ['API docs', `${server.url}/api/docs`],
    ...(server.firstKey ? [['API key', `${server.firstKey}   (shown only now)`]] : []),
    ['Data', server.dataDir],
  ]
  return `${message}\n\n${rows.map(row).join('\n')}\n\nCtrl-C stops it.\n`
}

/** What a second start on the same data says. */
export function alreadyRunningText({ message, signInUrl }: StartError): string {
  return signInUrl ? `${message}\n\n${row(['Sign in', signInUrl])}\n` : `${message}\n`
}

const row = ([name = '', value = '']: string[]): string => `  ${name.padEnd(11)}${value}`
