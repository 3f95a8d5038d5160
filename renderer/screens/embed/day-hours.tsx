import { useId } from 'preact/hooks'
import type { OpenTime } from '#contracts/widget-settings.ts'
import { t } from '../../locales/translate.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { FieldError } from '../../ui/field.tsx'
import { CloseIcon, CopyIcon, PlusIcon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'

interface DayHoursProps {
  readonly name: string
  readonly times: readonly OpenTime[]
  readonly error: string | undefined
  readonly onChange: (times: readonly OpenTime[]) => void
  /** Copies the hours to the first `days` days of the week. */
  readonly onCopy: (days: number) => void
}

const USUAL: OpenTime = ['09:00', '17:00']
/** Maximum number of time ranges per day. */
const MAX_TIMES = 4

/** Hours of a day: closed, or one or more time ranges. */
export function DayHours({ name, times, error, onChange, onCopy }: DayHoursProps) {
  const id = useId()
  const wiring = error ? ({ 'aria-invalid': true, 'aria-describedby': id } as const) : {}
  const put = (index: number, time: OpenTime) => onChange(times.with(index, time))
  return (
    <li class="day">
      <Checkbox
        label={name}
        checked={times.length > 0}
        onSwitch={(isOn) => onChange(isOn ? [USUAL] : [])}
      />
      <div class="day-times">
        {times.length === 0 && <span class="quiet">{t('embedHours.closed')}</span>}
        {times.map(([from, until], index) => (
          <span class="day-time" key={index}>
            <TextInput
              {...wiring}
              type="time"
              size="small"
              aria-label={t('embedHours.from', { day: name })}
              value={from}
              onEdit={(value) => put(index, [value, until])}
            />
            <span aria-hidden="true">–</span>
            <TextInput
              {...wiring}
              type="time"
              size="small"
              aria-label={t('embedHours.until', { day: name })}
              value={until === '24:00' ? '00:00' : until}
              onEdit={(value) => put(index, [from, value === '00:00' ? '24:00' : value])}
            />
            {times.length > 1 && (
              <IconButton
                size="small"
                icon={CloseIcon}
                label={t('embedHours.removeTime', { day: name, from })}
                onClick={() => onChange(times.toSpliced(index, 1))}
              />
            )}
          </span>
        ))}
        <FieldError id={id} error={error} />
      </div>
      <div class="day-actions">
        {times.length > 0 && times.length < MAX_TIMES && (
          <IconButton
            size="small"
            icon={PlusIcon}
            label={t('embedHours.addTime', { day: name })}
            onClick={() => onChange([...times, ['', '']])}
          />
        )}
        <Menu
          label={t('embedHours.copy', { day: name })}
          align="end"
          items={[
            { label: t('embedHours.copyToAll'), onSelect: () => onCopy(7) },
            { label: t('embedHours.copyToWork'), onSelect: () => onCopy(5) },
          ]}
          trigger={(props) => (
            <IconButton
              size="small"
              icon={CopyIcon}
              label={t('embedHours.copy', { day: name })}
              {...props}
            />
          )}
        />
      </div>
    </li>
  )
}
