import { availableParallelism } from 'node:os'
import preact from '@preact/preset-vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { catalogueParts } from './scripts/catalogue-parts.ts'
import { contractTables } from './scripts/contract-tables.ts'
import { FileTimes } from './test/support/file-times.ts'

/** The files that take longest, roughly longest first. */
const LONG = [
  'test/build.test.ts',
  'test/smoke/reconnect.test.ts',
  'test/smoke/accessibility.test.ts',
  'test/smoke/accessibility-setup.test.ts',
  'test/smoke/story.test.ts',
  'test/e2e/widget-lab/storage.test.ts',
  'test/e2e/widget-lab/natives.test.ts',
  'test/e2e/kitchen-sink.test.ts',
  'test/e2e/thread.test.ts',
  'test/server/long/migrations.test.ts',
  'test/desktop/faults.test.ts',
  'test/desktop/workspaces.test.ts',
  'test/server/sweeps/sms-crashes.test.ts',
  'test/e2e/records.test.ts',
  'test/e2e/frame.test.ts',
  'test/e2e/accessibility.test.ts',
]

/** Starts the longest files first, so that no worker is still at one when the others have nothing left. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONG.findIndex((name) => moduleId.endsWith(name))
      return index === -1 ? LONG.length : index
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

/** The folders whose tests `npm test` leaves to the rest. */
const REST = ['test/e2e', 'test/desktop', 'test/package']
const isFast = (file: string, project: string) =>
  project !== 'sweeps' &&
  project !== 'build' &&
  !REST.some((folder) => file.startsWith(`${folder}/`))

type Ring = 'fast' | 'rest' | 'all'

/** True if files are named, rather than a whole ring run. */
const IS_SELECTION = process.argv.slice(2).some((argument) => /^(\.\/)?test\//.test(argument))

/** `npm test` runs the fast ring, `--mode=rest` and `--mode=all` the others; a file that is named runs whichever it is in. */
function pickRing(mode: string): Ring {
  if (IS_SELECTION) return 'all'
  return mode === 'rest' || mode === 'all' ? mode : 'fast'
}

/** The files of a project that are in a ring. */
const filesIn = (ring: Ring, { fast = [], rest = [] }: Partial<Record<Ring, string[]>>) =>
  ring === 'all' ? [...fast, ...rest] : ring === 'fast' ? fast : rest

/** Writes the numbers of a run, for a program that reads them. */
function reportTo(file: string | undefined): ['json', { outputFile: string }][] {
  return file ? [['json', { outputFile: file }]] : []
}

/** Assertions that poll wait long on a busy machine; a test that must be quick states its own limit. */
const PATIENT = { poll: { timeout: 10_000 } }

/** Node loads modules by itself, which takes less time; mocks and modules that a plugin makes need Vite. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false }

/**
 * Six projects. `server` runs the real server in process, `sweeps` the whole of what is a sample there, and what takes
 * long: processes that are killed, disks, whole websites; `electron` runs
 * the main process's modules in a stand-in; `ui` runs models and components in happy-dom; `build` makes the production
 * build beside them, and `browser` runs it in Chromium, in the desktop host and in a package.
 */
export default defineConfig(({ mode }) => {
  const ring = pickRing(mode)
  return {
    test: {
      // Many tests wait for a process, a thread or a clock more than they compute.
      maxWorkers: 2 * availableParallelism(),
      sequence: { sequencer: LongestFirst },
      reporters: ['default', new FileTimes(isFast), ...reportTo(process.env['PARLEY_TEST_REPORT'])],
      projects: [
        {
          test: {
            name: 'server',
            environment: 'node',
            include: filesIn(ring, {
              fast: ['test/*.test.ts', 'test/server/*.test.ts', 'test/server/!(long)/**/*.test.ts'],
            }),
            exclude: ['test/build.test.ts'],
            pool: 'threads',
            // Each test has a server of its own; loading the same modules for every file took half of the time.
            isolate: false,
            experimental: NATIVE,
            expect: PATIENT,
            // Properties are tried many times over, also where other work takes the processor.
            testTimeout: 20_000,
          },
        },
        {
          test: {
            name: 'sweeps',
            environment: 'node',
            include: filesIn(ring, { rest: ['test/server/{sweeps,long}/**/*.test.ts'] }),
            env: { PARLEY_SWEEPS: 'whole' },
            pool: 'threads',
            isolate: false,
            experimental: NATIVE,
            expect: PATIENT,
            testTimeout: 60_000,
          },
        },
        {
          test: {
            name: 'electron',
            environment: 'node',
            pool: 'threads',
            include: filesIn(ring, { fast: ['test/electron/**/*.test.ts'] }),
            // Some talk to a real server.
            testTimeout: 20_000,
          },
        },
        {
          plugins: [preact({ reactAliasesEnabled: false }), catalogueParts, contractTables],
          test: {
            name: 'ui',
            environment: 'happy-dom',
            include: filesIn(ring, {
              fast: ['test/renderer/**/*.test.{ts,tsx}', 'test/widget/**/*.test.{ts,tsx}'],
            }),
            setupFiles: ['test/support/happy-dom.ts'],
            // As for the server.
            testTimeout: 20_000,
            // A context for each file, as cheap as none: making happy-dom 92 times over took longer than the tests.
            pool: 'vmThreads',
          },
        },
        {
          test: {
            name: 'build',
            environment: 'node',
            include: filesIn(ring, { fast: ['test/build.test.ts'], rest: ['test/build.test.ts'] }),
            experimental: NATIVE,
            testTimeout: 240_000,
          },
        },
        {
          test: {
            name: 'browser',
            environment: 'node',
            include: filesIn(ring, {
              fast: ['test/smoke/**/*.test.ts'],
              rest: [
                'test/e2e/**/*.test.ts',
                'test/desktop/**/*.test.ts',
                'test/package/**/*.test.ts',
              ],
            }),
            // A whole ring builds beside the tests that need no build.
            globalSetup: IS_SELECTION ? ['test/support/build.ts'] : [],
            // As for the server; every file starts its own browsers and servers.
            isolate: false,
            experimental: NATIVE,
            testTimeout: 60_000,
            hookTimeout: 90_000,
            // What a page is to show, it may show as late as anything else that is waited for in a browser.
            expect: { poll: { timeout: 30_000 } },
            // Browsers have the machine for themselves: what people wait for is timed in there.
            sequence: { groupOrder: 1 },
            maxWorkers: availableParallelism() + 1,
          },
        },
      ],
    },
  }
})
