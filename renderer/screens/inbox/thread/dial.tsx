import './dial.css'
import type { AiMode } from '#contracts/dial-fields.ts'
import type { Desk } from '../../../app/desk.ts'
import { useCommands } from '../../../app/keys/shortcuts.ts'
import { t } from '../../../locales/translate.ts'
import { AssistantIcon, PersonIcon } from '../../../ui/icons.tsx'
import { WriteIcon } from '../../../ui/icons-work.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { DialModel } from './dial-model.ts'

interface DialProps {
  readonly desk: Pick<Desk, 'commands'>
  readonly model: DialModel
  /** False while another conversation is being opened. */
  readonly isCurrent: () => boolean
}

const MODES = [
  { value: 'auto', icon: AssistantIcon, tone: 'ai' },
  { value: 'approve', icon: WriteIcon, tone: 'attention' },
  { value: 'human', icon: PersonIcon, tone: 'person' },
] as const

/** Answering mode control: Auto, Approve or Human, by pointer, arrow keys, and 1, 2 and 3. */
export function Dial({ desk, model, isCurrent }: DialProps) {
  const isEnded = model.isEnded.value
  const mode = model.mode.value
  const turn = (to: AiMode) => void model.turn(to)
  useCommands(
    desk,
    MODES.map(({ value, icon }) => ({
      id: `dial.${value}`,
      icon,
      when: () => isCurrent() && !model.isEnded.value && model.mode.value !== undefined,
      run: () => turn(value),
    })),
  )
  if (!mode) return null
  return (
    <div class="dial" data-mode={mode} title={isEnded ? t('dial.ended') : undefined}>
      <Segmented
        label={t('dial.label')}
        size="small"
        options={MODES.map((option) => ({
          ...option,
          label: t(`dial.modes.${option.value}`),
          hint: isEnded ? t('dial.ended') : hintOf(desk, option.value),
        }))}
        value={mode}
        onChoose={turn}
        busy={model.isTurning.value}
        disabled={isEnded}
      />
    </div>
  )
}

function hintOf({ commands }: DialProps['desk'], mode: AiMode): string {
  const [key] = commands.keysOf(`dial.${mode}`)
  // In narrow layouts the name is not visible.
  return `${t(`dial.modes.${mode}`)}: ${t(`dial.hints.${mode}`)}${key ? ` (${key})` : ''}`
}
