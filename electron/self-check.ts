import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { release } from 'node:os'
import { app, safeStorage, session } from 'electron'
import { type CheckedStart, CheckReport, type Finding } from './check-report.ts'
import { type CheckNeeds, cookiesOf, type Probe, Skipped } from './self-check-needs.ts'
import { firstProbes, secondProbes } from './self-check-probes.ts'

/** Runs the self-check and quits. A second start with the same report inspects what the first left behind. */
export async function selfCheck(needs: CheckNeeds): Promise<void> {
  const { starts } = read(needs.report)
  const [before] = starts
  const start = await describe(needs)
  const save = () => write(needs.report, { starts: [...starts, start] })
  for (const probe of before ? secondProbes : firstProbes) {
    // If the app dies, the report names the probe.
    start.underWay = probe.name
    save()
    start.findings.push(await find(probe, needs, before))
  }
  delete start.underWay
  start.pids = pids()
  start.cookies = await cookiesOf(needs)
  save()
  await session.defaultSession.cookies.flushStore()
  app.quit()
}

async function find(probe: Probe, needs: CheckNeeds, before?: CheckedStart): Promise<Finding> {
  try {
    return { probe: probe.name, verdict: 'ok', detail: await probe.ask(needs, before) }
  } catch (error) {
    const verdict = error instanceof Skipped ? 'skipped' : 'failed'
    const detail = error instanceof Error ? error.message : String(error)
    return { probe: probe.name, verdict, detail }
  }
}

function read(report: string): CheckReport {
  return existsSync(report)
    ? CheckReport.parse(JSON.parse(readFileSync(report, 'utf8')))
    : { starts: [] }
}

/** Writes atomically: a second start reads the file while the first one writes it. */
function write(file: string, report: CheckReport): void {
  writeFileSync(`${file}.new`, JSON.stringify(report))
  renameSync(`${file}.new`, file)
}

async function describe(needs: CheckNeeds): Promise<CheckedStart> {
  const { electron, chrome, node } = process.versions
  return {
    facts: {
      Parley: app.getVersion(),
      Electron: `${electron}`,
      Chromium: `${chrome}`,
      Node: node,
      system: `${process.platform} ${release()} ${process.arch}`,
      packaged: app.isPackaged ? 'yes' : 'no',
      program: process.execPath,
      code: app.getAppPath(),
      keyring:
        process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : 'the system’s',
    },
    url: needs.origin() ?? '',
    pids: pids(),
    cookies: await cookiesOf(needs),
    findings: [],
  }
}

const pids = () => [...new Set([process.pid, ...app.getAppMetrics().map(({ pid }) => pid)])]
