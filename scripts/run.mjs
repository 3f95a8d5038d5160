// Runs commands in sequence on a sufficiently new Node.js: `node scripts/run.mjs "vite build" "node dist/x.js"`.
// Deliberately plain JavaScript: this file must start on any Node.js. It needs neither a shell nor node_modules/.bin.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

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
process.env.PATH = [path.dirname(node), process.env.PATH].join(path.delimiter)
process.chdir(root)

function entry(command) {
  const dir = path.join(modules, packageOf[command] ?? command)
  if (!existsSync(dir)) {
    console.error(`${command} is not installed: run \`npm ci\` first.`)
    process.exit(1)
  }
  const { bin } = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8'))
  return path.join(dir, typeof bin === 'string' ? bin : bin[command])
}

/** Runs a command in a child process that receives this one's signals; resolves to its exit code. */
async function run(args) {
  const child = spawn(node, args, { stdio: 'inherit' })
  const passOn = (signal) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, passOn)
  const code = await new Promise((resolve) => {
    child.once('exit', (status, signal) => resolve(status ?? 128 + constants.signals[signal]))
  })
  for (const signal of signals) process.off(signal, passOn)
  return code
}

const extra = process.argv.indexOf('--')
const lines = process.argv.slice(2, extra === -1 ? undefined : extra)
const rest = extra === -1 ? [] : process.argv.slice(extra + 1)
for (const [index, line] of lines.entries()) {
  const isLast = index === lines.length - 1
  const [command, ...words] = line.split(' ')
  const args = [...(command === 'node' ? [] : [entry(command)]), ...words, ...(isLast ? rest : [])]
  if (isLast && command === 'node' && node === process.execPath) {
    // Runs in this process, so that no wrapper stays next to a long-running server.
    const file = path.resolve(args[0])
    process.argv = [node, file, ...args.slice(1)]
    await import(pathToFileURL(file).href)
  } else {
    const code = await run(args)
    if (code !== 0) process.exit(code)
  }
}
