import './filing.css'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { MoreIcon, PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import { EditIcon } from '../../../ui/icons-work.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { tagColorOf } from './colors.ts'
import { dragged } from './drag.ts'
import type { Filed, FilingModel, Kind } from './model.ts'
import { NameDialog } from './name-dialog.tsx'

interface FilingNavProps {
  readonly desk: Desk
  readonly filing: FilingModel
  /** Number of all assistants. */
  readonly total: number
}

/** Deed of a dialog, and the folder or label it is about; a new one without it. */
interface Asked {
  readonly what: 'name' | 'remove'
  readonly kind: Kind
  readonly one?: Filed
}

/** Folders and labels of assistants: they narrow the list, and assistants can be dropped on folders. */
export function FilingNav({ desk, filing, total }: FilingNavProps) {
  const asked = useSignal<Asked | undefined>(undefined)
  const { folders, labels, folder, label, counts } = filing
  const ask = (value: Asked) => {
    asked.value = value
  }
  const choose = (id: string) => () => {
    folder.value = id
  }

  async function move(ids: readonly number[], to: number | null): Promise<void> {
    try {
      await filing.move(ids, to)
      desk.toasts.show(t('filing.moved', { count: ids.length }))
    } catch (failure) {
      desk.toasts.show(explain(failure), 'danger')
    }
  }

  return (
    <nav class="filing" aria-label={t('filing.title')}>
      <Head
        title={t('filing.folders')}
        add={t('filing.newFolder')}
        onAdd={() => ask({ what: 'name', kind: 'folder' })}
      />
      <ul>
        <Entry isOn={folder.value === ''} count={total} onChoose={choose('')}>
          {t('filing.all')}
        </Entry>
        {folders.value.map((one) => (
          <Entry
            key={one.id}
            isOn={folder.value === String(one.id)}
            count={counts.value.folder.get(one.id) ?? 0}
            onChoose={choose(String(one.id))}
            onDrop={(ids) => void move(ids, one.id)}
            menu={<EntryMenu kind="folder" one={one} onAsk={ask} />}
          >
            <Tag color={tagColorOf(one.color)}>{one.name}</Tag>
          </Entry>
        ))}
        {folders.value.length > 0 && (
          <Entry
            isOn={folder.value === 'none'}
            count={counts.value.folder.get(0) ?? 0}
            onChoose={choose('none')}
            onDrop={(ids) => void move(ids, null)}
          >
            {t('filing.noFolder')}
          </Entry>
        )}
      </ul>
      <Head
        title={t('filing.labels')}
        add={t('filing.newLabel')}
        onAdd={() => ask({ what: 'name', kind: 'label' })}
      />
      <ul>
        {labels.value.map((one) => (
          <Entry
            key={one.id}
            isOn={label.value === String(one.id)}
            count={counts.value.label.get(one.id) ?? 0}
            onChoose={() => {
              label.value = label.value === String(one.id) ? '' : String(one.id)
            }}
            menu={<EntryMenu kind="label" one={one} onAsk={ask} />}
          >
            <Tag color={tagColorOf(one.color)}>{one.name}</Tag>
          </Entry>
        ))}
      </ul>
      <Dialogs filing={filing} asked={asked} />
    </nav>
  )
}

interface HeadProps {
  readonly title: string
  readonly add: string
  readonly onAdd: () => void
}

function Head({ title, add, onAdd }: HeadProps) {
  return (
    <div class="filing-head">
      <h2>{title}</h2>
      <IconButton size="small" icon={PlusIcon} label={add} onClick={onAdd} />
    </div>
  )
}

interface EntryProps {
  readonly isOn: boolean
  readonly count: number
  readonly onChoose: () => void
  /** Takes the assistants dropped on it. */
  readonly onDrop?: (ids: readonly number[]) => void
  readonly menu?: ComponentChildren
  readonly children: ComponentChildren
}

function Entry({ isOn, count, onChoose, onDrop, menu, children }: EntryProps) {
  const isOver = useSignal(false)
  return (
    <li
      class={`filing-entry ${isOn ? 'is-on' : ''} ${isOver.value ? 'is-over' : ''}`}
      onDragOver={(event) => {
        if (!onDrop || !dragged.isIn(event)) return
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={() => {
        isOver.value = false
      }}
      onDrop={(event) => {
        isOver.value = false
        const ids = dragged.of(event)
        if (!onDrop || ids.length === 0) return
        event.preventDefault()
        onDrop(ids)
      }}
    >
      <button type="button" aria-pressed={isOn} onClick={onChoose}>
        <span class="filing-name">{children}</span>
        <span class="quiet filing-count">{formatNumber(count)}</span>
      </button>
      {menu}
    </li>
  )
}

interface EntryMenuProps {
  readonly kind: Kind
  readonly one: Filed
  readonly onAsk: (asked: Asked) => void
}

function EntryMenu({ kind, one, onAsk }: EntryMenuProps) {
  const label = t('filing.actionsOf', { name: one.name })
  return (
    <Menu
      label={label}
      align="end"
      items={[
        {
          label: t('filing.edit'),
          icon: EditIcon,
          onSelect: () => onAsk({ what: 'name', kind, one }),
        },
        {
          label: t('common.delete'),
          icon: TrashIcon,
          isDanger: true,
          onSelect: () => onAsk({ what: 'remove', kind, one }),
        },
      ]}
      trigger={(props) => <IconButton size="small" icon={MoreIcon} label={label} {...props} />}
    />
  )
}

interface DialogsProps {
  readonly filing: FilingModel
  readonly asked: { value: Asked | undefined }
}

function Dialogs({ filing, asked }: DialogsProps) {
  const { value: current } = asked
  if (!current) return null
  const { what, kind, one } = current
  const close = () => {
    asked.value = undefined
  }
  if (what === 'name' || !one)
    return <NameDialog filing={filing} kind={kind} one={one} onClose={close} />
  return (
    <ConfirmDialog
      title={t('filing.removeTitle', { name: one.name })}
      confirm={t('common.delete')}
      isDanger
      onConfirm={() => filing.remove(kind, one.id)}
      onClose={close}
    >
      <p>{kind === 'folder' ? t('filing.removeFolder') : t('filing.removeLabel')}</p>
    </ConfirmDialog>
  )
}
