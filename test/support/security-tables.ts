import { allEndpoints } from '#contracts/all.ts'
import { CAPABILITIES, type Capability } from '#contracts/capabilities.ts'
import { isOfServer, POLICY, type PrincipalKind } from '../../server/http/policy.ts'

const COLUMNS: readonly {
  readonly title: string
  readonly kind: PrincipalKind
  readonly ofOwner: boolean
}[] = [
  { title: 'owner', kind: 'owner', ofOwner: true },
  { title: 'admin', kind: 'admin', ofOwner: true },
  { title: 'agent', kind: 'agent', ofOwner: true },
  { title: 'key', kind: 'key', ofOwner: true },
  { title: 'second account', kind: 'owner', ofOwner: false },
  { title: 'its key', kind: 'key', ofOwner: false },
  { title: 'visitor', kind: 'visitor', ofOwner: false },
  { title: 'anonymous', kind: 'anonymous', ofOwner: false },
]

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The tables of docs/SECURITY.md: who has which capability, and which endpoints need it. */
export function securityTables(): readonly string[] {
  const names = Object.keys(CAPABILITIES) as Capability[]
  const who = [
    row(['capability', ...COLUMNS.map(({ title }) => title)]),
    row(['---', ...COLUMNS.map(() => ':-:')]),
    ...names.map((name) =>
      row([
        `\`${name}\`: ${CAPABILITIES[name]}`,
        ...COLUMNS.map(({ kind, ofOwner }) =>
          POLICY[kind].has(name) && (ofOwner || !isOfServer(name)) ? '✓' : '',
        ),
      ]),
    ),
  ]
  const what = [
    row(['capability', 'endpoints']),
    row(['---', '---']),
    ...names.map((name) =>
      row([
        `\`${name}\``,
        allEndpoints
          .filter(({ endpoint }) => endpoint.capability === name)
          .map(({ endpoint }) => `\`${endpoint.method.toUpperCase()} ${endpoint.path}\``)
          .join(', '),
      ]),
    ),
  ]
  return [who.join('\n'), what.join('\n')]
}
