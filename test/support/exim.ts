import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished } from 'vitest'
import { freePort } from './life.ts'
import { temporaryFolder } from './server.ts'

/** Domain whose mail this server delivers. */
export const EXIM_DOMAIN = 'example.org'

const USER = 'desk'
const PASSWORD = 'a-password'

/** The reason why no Exim can be started here; undefined if one can. */
export function eximMissing(): string | undefined {
  if (process.getuid?.() !== 0) return 'an Exim of its own is started by root only'
  const found = spawnSync('exim4', ['-bV'])
  return found.status === 0
    ? undefined
    : 'Exim is not installed (apt-get install exim4-daemon-light)'
}

/**
 * A real mail server on loopback, stopped after the test. It delivers mail for `names` at `example.org` to folders, takes everything
 * from whoever signs in, and reports what it cannot deliver.
 * @param folders mail folder (Maildir) of each name
 */
export async function startExim(folders: Readonly<Record<string, string>>) {
  const folder = temporaryFolder()
  const port = await freePort()
  for (const name of ['', 'spool', 'log']) chmodSync(madeIn(folder, name), 0o777)
  writeFileSync(
    path.join(folder, 'names'),
    Object.entries(folders)
      .map(([name, mail]) => `${name}: ${mail}\n`)
      .join(''),
  )
  const config = path.join(folder, 'exim.conf')
  writeFileSync(config, configOf(folder, port))
  const child = spawn('exim4', ['-C', config, '-bdf', '-q1m', '-oX', `127.0.0.1:${port}`], {
    stdio: 'ignore',
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exited
  })
  await expect.poll(() => greets(port), { timeout: 20_000 }).toBe(true)
  const server = { host: '127.0.0.1', port, secure: false, ignoreTLS: true } as const
  return {
    address: `127.0.0.1:${port}`,
    sender: {
      host: '127.0.0.1',
      port,
      security: 'none',
      username: USER,
      password: PASSWORD,
      from_address: `${USER}@${EXIM_DOMAIN}`,
    } as const,
    /** Sends a raw email to an address of this server. */
    async send(raw: Buffer, from: string, to: string): Promise<void> {
      const transport = createTransport(server)
      await transport.sendMail({ envelope: { from, to }, raw })
      transport.close()
    },
  }
}

/** Raw emails in a mail folder, in no particular order. */
export const mailsIn = (folder: string): string[] =>
  ['new', 'cur'].flatMap((name) =>
    readdirSync(path.join(folder, name)).map((file) =>
      readFileSync(path.join(folder, name, file), 'utf8'),
    ),
  )

/** An empty mail folder that every user of the system may write to. */
export function mailFolder(): string {
  const folder = temporaryFolder()
  for (const name of ['', 'cur', 'new', 'tmp']) chmodSync(madeIn(folder, name), 0o777)
  return folder
}

function madeIn(folder: string, name: string): string {
  const made = path.join(folder, name)
  mkdirSync(made, { recursive: true })
  return made
}

const greets = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
  })

const configOf = (folder: string, port: number) => `
primary_hostname = mx.${EXIM_DOMAIN}
qualify_domain = ${EXIM_DOMAIN}
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%s
pid_file_path = ${folder}/exim.pid
daemon_smtp_ports = ${port}
tls_advertise_hosts =
host_lookup =
rfc1413_query_timeout = 0s
keep_environment =
deliver_drop_privilege = true
never_users =
acl_smtp_rcpt = recipient
acl_smtp_data = data
begin acl
recipient:
  accept authenticated = *
  accept domains = ${EXIM_DOMAIN}
  deny message = relaying is not permitted
data:
  accept
begin routers
folders:
  driver = accept
  domains = ${EXIM_DOMAIN}
  condition = \${lookup{$local_part}lsearch{${folder}/names}{yes}{no}}
  local_part_suffix = +*
  local_part_suffix_optional
  transport = folder
begin transports
folder:
  driver = appendfile
  maildir_format
  create_directory = false
  directory = \${lookup{$local_part}lsearch{${folder}/names}{$value}fail}
  mode = 0666
  mode_fail_narrower = false
  delivery_date_add
  return_path_add
begin retry
* * F,1m,1m
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${USER}}}{eq{$auth3}{${PASSWORD}}}}}
  server_set_id = $auth2
`
