import { batch, computed, signal } from '@preact/signals'
import type { Access } from './access.ts'
import {
  bodyOf,
  type Entered,
  enteredOf,
  type Faults,
  type FormField,
  formFieldsOf,
} from './form.ts'
import { type Endpoint, type OpenApi, type Schema, secretOf } from './openapi.ts'
import { type Outcome, outcomeOf, readAnswer } from './outcome.ts'
import {
  type Content,
  curlOf,
  FORM,
  filledWithExamples,
  payloadOf,
  prepare,
  textOf,
} from './request.ts'

interface TryOptions {
  readonly endpoint: Endpoint
  readonly document: OpenApi
  readonly access: Access
  readonly send: typeof fetch
  /** Monotonic clock, ms. */
  readonly clock: () => number
}

/** Input mode of a body: fields, JSON, CSV, or a file. */
export type Mode = 'fields' | 'json' | 'csv' | 'file'

export type TryModel = ReturnType<typeof createTryModel>

/** Content type of each input mode. */
const KINDS: Readonly<Record<Mode, string>> = {
  fields: 'application/json',
  json: 'application/json',
  csv: 'text/csv',
  file: FORM,
}

/** State of trying one endpoint: the input and the response. */
export function createTryModel({ endpoint, document, access, send, clock }: TryOptions) {
  const example = filledWithExamples(endpoint)
  const media = endpoint.requestBody?.content ?? {}
  const modes = (Object.keys(KINDS) as Mode[]).filter((mode) => KINDS[mode] in media)
  const texts = { json: textOf(media[KINDS.json]?.example), csv: textOf(media[KINDS.csv]?.example) }
  const fields = formFieldsOf(media[KINDS.json]?.schema ?? {}, { document })
  const first: Entered = enteredOf(fields, JSON.parse(texts.json))

  const parameters = signal<Entered>(example.parameters)
  const mode = signal<Mode>(modes[0] ?? 'json')
  const entered = signal(first)
  const json = signal(texts.json)
  const csv = signal(texts.csv)
  const file = signal<File>()
  const faults = signal<Faults>({})
  const isBusy = signal(false)
  const isAsking = signal(false)
  const outcome = signal<Outcome>()

  const made = computed(() => bodyOf(fields, entered.value))
  const content = computed((): Content | undefined => {
    if (modes.length === 0) return undefined
    const type = KINDS[mode.value]
    switch (mode.value) {
      case 'file':
        return { type: FORM, field: fileFieldOf(media[FORM]), file: file.value }
      case 'fields':
        return { type, text: JSON.stringify(made.value.body, null, 2) }
      default:
        return { type, text: { json, csv }[mode.value].value }
    }
  })
  const prepared = computed(() =>
    prepare(endpoint, { parameters: parameters.value, content: content.value }),
  )
  const hasSecret = computed(() => {
    const { kind, isOptional } = secretOf(endpoint)
    return !isOptional || access.secretFor(kind) !== undefined
  })
  const curl = computed(() => curlOf(endpoint, prepared.value, document, hasSecret.value))

  /** Switches the input mode; fields and JSON carry over the current input, unless it has no fields. */
  function show(wanted: Mode): void {
    if (wanted === mode.value) return
    if (mode.value === 'fields' && wanted === 'json') {
      json.value = JSON.stringify(made.value.body, null, 2)
    }
    faults.value = mode.value === 'json' && wanted === 'fields' ? fill() : {}
    if (Object.keys(faults.value).length === 0) mode.value = wanted
  }

  /** Transfers the JSON into the fields. */
  function fill(): Faults {
    try {
      const known: unknown = JSON.parse(json.value)
      if (typeof known !== 'object' || known === null || Array.isArray(known)) throw new TypeError()
      entered.value = enteredOf(fields, known)
      return {}
    } catch {
      return { body: 'This is not a JSON object, so it has no fields.' }
    }
  }

  /** Sends the call, after confirmation if the endpoint requires it. */
  async function submit(): Promise<void> {
    faults.value = faultsNow()
    if (Object.keys(faults.value).length > 0 || isBusy.value) return
    if (endpoint['x-confirm']) isAsking.value = true
    else await go()
  }

  function faultsNow(): Faults {
    const missing = (endpoint.parameters ?? [])
      .filter(({ in: place, name }) => place === 'path' && !parameters.value[`path.${name}`])
      .map(({ name }) => [`path.${name}`, 'Required in the path.'])
    return { ...Object.fromEntries(missing), ...(mode.value === 'fields' && made.value.faults) }
  }

  /** Sends the call. */
  async function go(): Promise<void> {
    const secret = access.secretFor(secretOf(endpoint).kind)
    const { method, target, headers, content: sent } = prepared.value
    const body = payloadOf(sent)
    batch(() => {
      isAsking.value = false
      isBusy.value = true
      outcome.value = undefined
    })
    const startedAt = clock()
    try {
      const response = await send(`/api${target}`, {
        method,
        headers: [
          ...headers.map(([name, value]): [string, string] => [name, value]),
          ...bearer(secret),
        ],
        // A call with an explicit key must not use the session.
        credentials: secret === undefined ? 'same-origin' : 'omit',
        ...(body !== undefined && { body }),
      })
      const answer = await readAnswer(response, () => clock() - startedAt)
      batch(() => {
        outcome.value = outcomeOf(answer, endpoint, access)
        faults.value = faultsIn(answer.body)
      })
    } catch {
      outcome.value = {
        failure: 'Parley does not answer. Check that it is still running, then try again.',
      }
    } finally {
      isBusy.value = false
    }
  }

  /** Resets the input to the examples. */
  function reset(): void {
    batch(() => {
      parameters.value = example.parameters
      entered.value = first
      json.value = texts.json
      csv.value = texts.csv
      file.value = undefined
      faults.value = {}
      outcome.value = undefined
    })
  }

  return {
    endpoint,
    access,
    modes,
    fields,
    /** Reports whether a field is visible initially: it is required, or the example contains it. */
    isFirst: ({ name, isRequired }: FormField) => isRequired || name in first,
    parameters,
    mode,
    entered,
    json,
    csv,
    file,
    faults,
    isBusy,
    isAsking,
    outcome,
    curl,
    show,
    submit,
    go,
    reset,
    cancel: () => {
      isAsking.value = false
    },
  }
}

/** The file field of a form: its only field. */
function fileFieldOf(form: { readonly schema?: Schema } | undefined): string {
  return Object.keys(form?.schema?.properties ?? {})[0] ?? 'file'
}

const bearer = (secret: string | undefined): [string, string][] =>
  secret === undefined ? [] : [['Authorization', `Bearer ${secret}`]]

/** Errors in a response by top-level field: a field also shows the errors of its children. */
function faultsIn(body: unknown): Faults {
  const { errors } = (body ?? {}) as { errors?: Record<string, string[]> }
  const faults: Record<string, string> = {}
  for (const [path, messages] of Object.entries(errors ?? {})) {
    const [field = 'body'] = path.split('.')
    faults[field] = [faults[field], ...messages].filter(Boolean).join(' ')
  }
  return faults
}
