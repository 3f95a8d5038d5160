import { setImmediate as breathe } from 'node:timers/promises'
import { type CsvFormat, detectCsvFormat } from '#contracts/csv-format.ts'
import { type Fault, fault } from '#contracts/faults.ts'
import { type LeadImportProgress, MAX_LEADS } from '#contracts/lead-import.ts'
import type { Context } from '../../../context.ts'
import { InvalidFields } from '../../../errors.ts'
import { csvRows } from '../../../http/csv.ts'
import type { CountryCode } from '../../platform/values/telephone.ts'
import { stageRows } from '../staging.ts'
import { addRemaining } from './import-add.ts'
import { leadImportQueries } from './import-queries.ts'
import {
  createRowReader,
  type ImportedLead,
  isFault,
  type RowFault,
  type RowReader,
} from './import-rows.ts'
import { leadQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'jobs' | 'write' | 'log'>

/** Leads per slice: each is an insertion into ten indexes, and as many as it has contacts. */
const SLICE = 100

/** Rows checked before yielding to the event loop; most of the time goes into reading numbers. */
const ROWS_PER_TURN = 50

/** Maximum number of reasons in an answer. */
const MAX_REASONS = 1000

/** Delay of the job that completes an interrupted import, ms. The request itself is done by then, unless it failed. */
const RESUME_AFTER_MS = 10 * 60_000

/** Progress of an import: first its file is read, then its leads are added. */
export type ImportProgress = Omit<LeadImportProgress, 'id'>

interface LeadImport {
  readonly userId: number
  readonly campaignId: number
  readonly file: File
  /** Format of the file; what is left out is detected. */
  readonly format: Partial<CsvFormat>
  /** Country of numbers without a country code. */
  readonly country: CountryCode | undefined
  /** True if the campaign may have a number twice. */
  readonly mayRepeat: boolean
  /** True if nothing is to be added. */
  readonly isDryRun: boolean
  /** Cancels the import while its file is read. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

/** A row that was not taken. */
interface Skipped extends RowFault {
  readonly line: number
}

export interface ImportOutcome {
  readonly imported: number
  /** The first 1,000 of them, by line. */
  readonly skipped: readonly Skipped[]
  readonly skippedCount: number
}

/**
 * Adds the leads of a CSV file to a campaign: the good rows, with reasons for the others. They are staged while the file is read;
 * then the import is accepted, and they are added slice by slice (decision 054). After a crash, a job completes what was
 * accepted.
 * @throws InvalidFields for a file that is no list of leads, AppError `malformed_csv`, and the signal's reason if the import was
 * cancelled; nothing was added then
 */
export async function importLeads(context: Needs, order: LeadImport): Promise<ImportOutcome> {
  const { db, write, jobs, log } = context
  const skipped = createSkipped()
  let good = 0
  const rows = goodRows(context, order, skipped.add)
  if (order.isDryRun) {
    for await (const _ of rows) good += 1
    return { imported: good, ...skipped.result() }
  }
  const imports = leadImportQueries(db)
  const id = await write((tx) => imports.begin(tx, order.userId, order.campaignId, order.mayRepeat))
  await stageRows(
    write,
    imports,
    id,
    counted(rows, () => (good += 1)),
    SLICE,
  )
  const job = await accept(context, id)
  let imported = 0
  let done = 0
  try {
    await addRemaining(context, id, {
      onSlice({ added, repeated }) {
        imported += added
        done += added + repeated.length
        for (const line of repeated) skipped.add({ line, ...REPEATED })
        order.onProgress({ stage: 'adding', share: done / good })
      },
    })
    await write((tx) => jobs.finish(tx, job))
  } catch (error) {
    // It has been accepted: the job adds the others.
    log.warn({ err: error, import: id }, 'the rest of an import comes later')
    imported = good
  }
  return { imported, ...skipped.result() }
}

/** Accepts an import, and adds the job that completes it should the process end. */
const accept = ({ db, jobs, now, write }: Needs, id: number): Promise<number> =>
  write((tx) => {
    leadImportQueries(db).accept(tx, id)
    const runAt = new Date(now().getTime() + RESUME_AFTER_MS)
    return jobs.add(tx, { kind: 'lead.import', payload: { import_id: id }, runAt })
  })

/** Reads the rows of a file; those that cannot be taken go to `skip`. */
async function* goodRows(
  { db }: Pick<Needs, 'db'>,
  order: LeadImport,
  skip: (row: Skipped) => void,
): AsyncGenerator<ImportedLead> {
  const { file, signal } = order
  const format = await detectCsvFormat(file, order.format)
  if (!format) throw refusal(fault('file_not_decodable'))
  const judge = createJudge(db, order)
  let count = 0
  const onRead = (bytes: number) => order.onProgress({ stage: 'reading', share: bytes / file.size })
  for await (const { cells, line } of csvRows(file, format, onRead)) {
    signal.throwIfAborted()
    // The header comes first.
    if (count > MAX_LEADS) throw refusal(fault('too_many_rows', { count: MAX_LEADS }))
    if (count % ROWS_PER_TURN === 0) await breathe()
    count += 1
    const row = judge(cells, line)
    if (row && isFault(row)) skip({ line, ...row })
    else if (row) yield row
  }
  if (count === 0) throw refusal(NO_NUMBERS)
  signal.throwIfAborted()
}

/** Creates what reads the records of a file one after another: nothing from its header, then a lead or a fault from each. */
function createJudge(db: Needs['db'], { campaignId, country, mayRepeat }: LeadImport) {
  const leads = leadQueries(db)
  const seen = new Set<string>()
  let reader: RowReader | undefined

  return (cells: readonly string[], line: number): ImportedLead | RowFault | undefined => {
    if (!reader) {
      reader = createRowReader(cells, country)
      if (!reader) throw refusal(NO_NUMBERS)
      return undefined
    }
    const row = reader(cells, line)
    return isFault(row) || mayRepeat ? row : (repetition(row.number) ?? row)
  }

  function repetition(number: string): RowFault | undefined {
    if (seen.has(number)) return TWICE
    if (leads.inCampaign(campaignId, number)) return REPEATED
    seen.add(number)
    return undefined
  }
}

async function* counted<row>(rows: AsyncIterable<row>, onRow: () => void): AsyncGenerator<row> {
  for await (const row of rows) {
    onRow()
    yield row
  }
}

/** Collects the rows that were not taken. */
function createSkipped() {
  const skipped: Skipped[] = []
  let count = 0
  return {
    add(row: Skipped): void {
      count += 1
      if (skipped.length < MAX_REASONS) skipped.push(row)
    },
    result: () => ({
      skipped: skipped.sort((a, b) => a.line - b.line),
      skippedCount: count,
    }),
  }
}

const TWICE: RowFault = { field: 'phone_number', fault: fault('duplicate') }
const REPEATED: RowFault = { field: 'phone_number', fault: fault('lead_exists') }

const NO_NUMBERS = fault('column_missing', { column: 'phone_number' })

const refusal = (reason: Fault) => new InvalidFields({ file: [reason] })
