import { t } from '../locales/translate.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { ColumnsIcon } from './icons.tsx'
import { Popover } from './popover.tsx'

interface ColumnsMenuProps {
  readonly columns: readonly {
    readonly key: string
    readonly title: string
    readonly canHide?: boolean
  }[]
  readonly hidden: readonly string[]
  readonly onChange: (hidden: string[]) => void
}

/** Menu that shows and hides columns of a table. */
export function ColumnsMenu({ columns, hidden, onChange }: ColumnsMenuProps) {
  return (
    <Popover
      label={t('common.columns')}
      align="end"
      trigger={(props) => (
        <Button {...props} size="small" icon={ColumnsIcon}>
          {t('common.columns')}
        </Button>
      )}
    >
      {() => (
        <div class="stack is-2">
          {columns.map(({ key, title, canHide = true }) => (
            <Checkbox
              key={key}
              label={title}
              checked={!hidden.includes(key)}
              disabled={!canHide}
              onSwitch={(isShown) =>
                onChange(isShown ? hidden.filter((other) => other !== key) : [...hidden, key])
              }
            />
          ))}
        </div>
      )}
    </Popover>
  )
}
