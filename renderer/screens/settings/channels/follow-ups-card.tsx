import type { AssistantFollowUp } from '#contracts/email.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Select, Switch } from '../../../ui/controls.tsx'
import { Card } from '../../../ui/display.tsx'
import { Field } from '../../../ui/field.tsx'
import { Banner, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { createFollowUpsModel, type FollowUpsModel } from './follow-ups-model.ts'

/** Delays to choose from, minutes. */
const DELAYS = [1, 3, 5, 10, 30, 60, 240, 1440]

/** When each assistant’s unseen replies go out by email. */
export function FollowUpsCard({ desk }: { readonly desk: Pick<Desk, 'api'> }) {
  const model = useModel(() => createFollowUpsModel(desk.api))
  const list = model.list.value
  return (
    <Card title={t('channels.followUps')} note={t('channels.followUpsNote')}>
      {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
      {list ? (
        list.map((entry) => <Row key={entry.assistant_id} entry={entry} model={model} />)
      ) : (
        <Loading label={t('channels.loading')} rows={2} />
      )}
    </Card>
  )
}

interface RowProps {
  readonly entry: AssistantFollowUp
  readonly model: FollowUpsModel
}

function Row({ entry, model }: RowProps) {
  const { assistant_id, name, is_on, minutes } = entry
  const delays = DELAYS.includes(minutes) ? DELAYS : [...DELAYS, minutes].sort((a, b) => a - b)
  return (
    <div class="channel-follow-up">
      <Switch
        label={name}
        checked={is_on}
        busy={model.busy.value === assistant_id}
        onSwitch={(checked) => void model.save({ ...entry, is_on: checked })}
      />
      {is_on && (
        <Field label={t('channels.delay', { name })} isLabelHidden>
          {(wiring) => (
            <Select
              {...wiring}
              size="small"
              value={String(minutes)}
              onEdit={(value) => void model.save({ ...entry, minutes: Number(value) })}
            >
              {delays.map((delay) => (
                <option key={delay} value={String(delay)}>
                  {t('channels.minutes', { count: delay })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  )
}
