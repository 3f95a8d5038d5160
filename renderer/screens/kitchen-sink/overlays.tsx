import { signal, useSignal } from '@preact/signals'
import type { Desk } from '../../app/desk.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Field } from '../../ui/field.tsx'
import { CopyIcon, ExpandIcon, MoreIcon, TrashIcon } from '../../ui/icons.tsx'
import { ArchiveIcon, EditIcon, FilterIcon, SnoozeIcon } from '../../ui/icons-work.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-row.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { Shelf } from './shelf.tsx'

const nothing = () => undefined

const ROLES = [
  { value: 'owner', label: 'Owner' },
  { value: 'person', label: 'Answers visitors' },
]

const ITEMS: readonly MenuEntry[] = [
  { label: 'Edit', icon: EditIcon, shortcut: 'e', onSelect: nothing },
  { label: 'Duplicate', icon: CopyIcon, hint: 'With its knowledge', onSelect: nothing },
  { label: 'Snooze', icon: SnoozeIcon, isDisabled: true },
  'separator',
  { heading: 'Show' },
  { label: 'Ended ones', isChecked: true, onSelect: nothing },
  { label: 'Test conversations', isChecked: false, onSelect: nothing },
  'separator',
  { label: 'Archive', icon: ArchiveIcon, href: '#overlays' },
  { label: 'Delete', icon: TrashIcon, isDanger: true, shortcut: 'Delete', onSelect: nothing },
]

type Open = 'dialog' | 'confirm' | 'drawer' | undefined

/** Overlays. */
export function Overlays({ desk }: { readonly desk: Desk }) {
  const open = useSignal<Open>(undefined)
  const close = () => {
    open.value = undefined
  }
  const show = (what: Open) => () => {
    open.value = what
  }
  return (
    <>
      <Shelf title="Beside their button">
        <Menu
          label="Assistant"
          items={ITEMS}
          trigger={(props) => (
            <Button {...props} iconEnd={ExpandIcon}>
              Menu
            </Button>
          )}
        />
        <Menu
          label="More"
          align="end"
          items={ITEMS}
          trigger={(props) => <IconButton {...props} icon={MoreIcon} label="More actions" />}
        />
        <Popover
          label="Filter"
          trigger={(props) => (
            <Button {...props} icon={FilterIcon}>
              Popover
            </Button>
          )}
        >
          {(done) => (
            <>
              <Field label="Country">
                {(wiring) => <TextInput {...wiring} value="" onEdit={nothing} />}
              </Field>
              <Button kind="primary" size="small" onClick={done}>
                Apply
              </Button>
            </>
          )}
        </Popover>
        <Tooltip text="Says more about it" shortcut="Mod+B">
          <Button>Tooltip</Button>
        </Tooltip>
      </Shelf>
      <Shelf title="In front of everything">
        <Button onClick={show('dialog')}>Dialog</Button>
        <Button onClick={show('confirm')}>Confirm something big</Button>
        <Button onClick={show('drawer')}>Drawer</Button>
      </Shelf>
      <Shelf title="Toasts">
        <Button onClick={() => desk.toasts.show('The profile is saved.')}>Said</Button>
        <Button onClick={() => desk.toasts.undo('3 conversations ended.', nothing)}>
          With undo
        </Button>
        <Button
          onClick={() =>
            desk.toasts.show('Exporting 1,204 conversations', {
              progress: signal(0.4),
              stay: 20_000,
            })
          }
        >
          With progress
        </Button>
        <Button onClick={() => desk.toasts.show('The server does not answer.', 'danger')}>
          Failed
        </Button>
      </Shelf>
      {open.value === 'dialog' && (
        <Dialog
          title="Invite somebody"
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button kind="primary" onClick={close}>
                Invite
              </Button>
            </>
          }
        >
          <Field label="Email">
            {(wiring) => <TextInput {...wiring} type="email" value="" onEdit={nothing} />}
          </Field>
          <Field label="Role">
            {(wiring) => <Combobox {...wiring} value="person" options={ROLES} onChoose={nothing} />}
          </Field>
        </Dialog>
      )}
      {open.value === 'confirm' && (
        <ConfirmDialog
          title="Delete everything?"
          confirm="Delete 1,204 conversations"
          isDanger
          typed="DELETE"
          onConfirm={nothing}
          onClose={close}
        >
          <p>All conversations that match, with their messages. This cannot be undone.</p>
        </ConfirmDialog>
      )}
      {open.value === 'drawer' && (
        <Drawer
          title="Versions"
          onClose={close}
          actions={<Button kind="primary">Restore this one</Button>}
        >
          <p>Beside the page, or all of it on a phone.</p>
        </Drawer>
      )}
    </>
  )
}
