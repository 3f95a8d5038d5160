import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from './life.ts'
import { temporaryFolder } from './server.ts'

/** Ids of the system's user without rights, which owns the mailbox. */
const NOBODY = 65_534

/** The reason why no Dovecot can be started here; undefined if one can. */
export function dovecotMissing(): string | undefined {
  if (process.getuid?.() !== 0) return 'a Dovecot of its own is started by root only'
  const found = spawnSync('dovecot', ['--version'])
  return found.status === 0 ? undefined : 'Dovecot is not installed (apt-get install dovecot-imapd)'
}

/** A real IMAP server with one mailbox on loopback, stopped after the test. */
export async function startDovecot() {
  const folder = temporaryFolder()
  const port = await freePort()
  const mail = path.join(folder, 'mail')
  for (const name of ['', '/cur', '/new', '/tmp']) {
    mkdirSync(`${mail}${name}`)
    chownSync(`${mail}${name}`, NOBODY, NOBODY)
    // Another mail server may deliver here.
    chmodSync(`${mail}${name}`, 0o777)
  }
  // Processes of other users pass through it.
  chmodSync(folder, 0o755)
  const config = path.join(folder, 'dovecot.conf')
  writeFileSync(config, configOf(folder, mail, port))
  const child = spawn('dovecot', ['-F', '-c', config], { stdio: 'ignore' })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exited
  })
  const { connect } = await import('node:net')
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('data', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('data', () => socket.destroy())
    })
  await expect.poll(answers, { timeout: 20_000 }).toBe(true)
  let count = 0
  return {
    address: `127.0.0.1:${port}`,
    mail,
    /** A message comes in. */
    deliver(raw: Buffer): void {
      count += 1
      const name = `${1000 + count}.M${count}.test`
      writeFileSync(path.join(mail, 'tmp', name), raw)
      chownSync(path.join(mail, 'tmp', name), NOBODY, NOBODY)
      renameSync(path.join(mail, 'tmp', name), path.join(mail, 'new', name))
    },
    mailbox: {
      host: '127.0.0.1',
      port,
      security: 'none',
      username: 'desk',
      password: 'a-password',
    } as const,
  }
}

const configOf = (folder: string, mail: string, port: number) => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${mail}
passdb {
  driver = static
  args = password=a-password
}
userdb {
  driver = static
  args = uid=${NOBODY} gid=${NOBODY} home=${mail}
}
namespace inbox {
  inbox = yes
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`
