#!/usr/bin/env node
// The command of the npm package: the server with its prebuilt pages.
const MIN_NODE = 22

if (Number.parseInt(process.versions.node, 10) < MIN_NODE) {
  console.error(`Parley needs Node.js ${MIN_NODE} or newer, and this is ${process.version}.`)
  process.exit(1)
}
await import(new URL('server/main.js', import.meta.url).href)
