import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { homedir } from 'node:os'
import path from 'node:path'
import { place } from './electron-stand-in.ts'

/** Creates the desktop app's diagnostics, with the logs of a server and of an overly talkative program. */
export async function diagnosticsOf(
  folder: string,
  serverLog: string,
  secrets: readonly string[],
): Promise<string> {
  const standIn = new URL('./electron-stand-in.ts', import.meta.url).href
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
  })
  const { diagnostics } = await import('../../../electron/diagnostics.ts')
  hooks.deregister()
  place.logs = path.join(folder, 'logs')
  mkdirSync(place.logs)
  const careless = secrets.flatMap((secret) => [
    `Authorization: Bearer ${secret}`,
    `GET https://127.0.0.1/x?token=${secret}&key=${secret}`,
    `{"apiKey":"${secret}","password":"${secret}"}`,
  ])
  const told = 'ada@example.com wrote from +4930123456 about'
  writeFileSync(
    path.join(place.logs, 'main.log'),
    [...careless, `${told} ${homedir()}/parley`].slice(-60).join('\n'),
  )
  writeFileSync(path.join(place.logs, 'server.log'), readFileSync(serverLog))
  return diagnostics({ server: 'runs', secrets: 'open', isSandboxed: true })
}
