import { FuseV1Options } from '@electron/fuses'
import { FUSES } from '../../../electron/fuses.ts'
import { desktopObstacle, thisMachine } from '../../../scripts/electron-binary.ts'
import {
  CHECKLIST,
  electronSources,
  ipcChannels,
  WANTED_FUSES,
} from '../../support/electron-checklist.ts'
import { type Figure, mustBe, type Part } from '../part.ts'
import { runPlaintext } from './plaintext.ts'

/** Desktop: attacks by a hostile page, link, profile or machine, and what they get out of the app. */
export const desktopPart: Part = async ({ folder }) => {
  const sources = electronSources()
  const missed = CHECKLIST.filter(({ holds }) => !holds(sources)).map(({ name }) => name)
  const { channels, raw } = ipcChannels(sources)
  const checked = channels.filter(({ isChecked }) => isChecked).length
  const fuses = Object.entries(WANTED_FUSES).filter(
    ([name, isOn]) => FUSES[FuseV1Options[name as keyof typeof FuseV1Options]] === isOn,
  ).length
  const { starts, written, wrong } = await runPlaintext(folder)
  return [
    mustBe(
      'Electron checklist (static)',
      `${CHECKLIST.length - missed.length}/${CHECKLIST.length}${missed.map((name) => `, not: ${name}`).join('')}`,
      '20/20',
    ),
    mustBe('fuses as specified', `${fuses}/9`, '9/9'),
    mustBe(
      'IPC channels with sender and schema check',
      `${checked}/${channels.length}`,
      `${channels.length}/${channels.length}`,
    ),
    mustBe(
      'IPC channels that a workspace elsewhere may use',
      channels
        .filter(({ isOpen }) => isOpen)
        .map(({ name }) => name)
        .join(' '),
      'note:show app:version attention:show session:open workspaces:names workspaces:show workspaces:offer',
    ),
    mustBe('listeners beside the one door', raw.length, 0),
    mustBe(`plaintext secret writes (${starts} starts, every state of a keyring)`, written, 0),
    mustBe('starts that took a keyring for what it is not', wrong, 0),
    await smoke(),
  ]
}

/** The real program, if it is installed; nothing else may count as it. */
async function smoke(): Promise<Figure> {
  const name = 'real-binary smoke'
  const machine = thisMachine()
  const obstacle = machine.binary
    ? desktopObstacle(machine)
    : 'The Electron program is not on this machine.'
  if (obstacle) return { name, value: `NOT RUN (${obstacle})`, holds: true }
  const { launchDesktop } = await import('../../desktop/launch.ts')
  await using desktop = await launchDesktop()
  await desktop.page.getByRole('link', { name: 'Inbox' }).first().waitFor()
  const holds = desktop.host === 'electron' && (await desktop.quit()) === 0
  return { name, value: holds ? 'RUN' : `FAILED (${desktop.host})`, holds }
}
