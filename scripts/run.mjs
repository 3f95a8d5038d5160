// Runs commands one after another on a Node.js that is new enough: `node scripts/run.mjs "vite build" "node dist/x.js"`.
// Plain JavaScript on purpose: this file must start on any Node.js. It needs neither a shell nor node_modules/.bin.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const modules = path.join(root, 'node_modules')
const packageOf = { tsc: 'typescript', biome: '@biomejs/biome' } // commands not named after their package

const recent = (version) => {
  const [major, minor] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

function pickNode() {
  if (recent(process.versions.node)) return process.execPath
  const platform = process.platform === 'win32' ? 'win' : process.platform
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]) {
    const file = path.join(modules, name, 'bin', platform === 'win' ? 'node.exe' : 'node')
    if (existsSync(file)) return file
  }
  console.error(`This project needs Node.js 22.18 or newer, and this is ${process.version}.
\`npm ci\` normally brings one along (an optional dependency); it seems to have been left out.
Run \`npm ci --include=optional\`, or install Node.js 24 or newer.`)
  process.exit(1)
}

const node = pickNode()
const env = { ...process.env, PATH: [path.dirname(node), process.env.PATH].join(path.delimiter) }

function entry(command) {
  const dir = path.join(modules, packageOf[command] ?? command)
  if (!existsSync(dir)) {
    console.error(`${command} is not installed: run \`npm ci\` first.`)
    process.exit(1)
  }
  const { bin } = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8'))
  return path.join(dir, typeof bin === 'string' ? bin : bin[command])
}

const extra = process.argv.indexOf('--')
const commands = process.argv.slice(2, extra === -1 ? undefined : extra)
const rest = extra === -1 ? [] : process.argv.slice(extra + 1)
for (const [index, line] of commands.entries()) {
  const [command, ...args] = line.split(' ')
  if (index === commands.length - 1) args.push(...rest)
  const child = spawn(node, command === 'node' ? args : [entry(command), ...args], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  const code = await new Promise((resolve) =>
    child.once('exit', (c, signal) => resolve(c ?? (signal ? 130 : 1))),
  )
  if (code !== 0) process.exit(code)
}
