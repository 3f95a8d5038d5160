import { useSignal } from '@preact/signals'
import { Button, ButtonGroup, IconButton, LinkButton, ToggleButton } from '../../ui/button.tsx'
import {
  BackIcon,
  ExpandIcon,
  ExternalIcon,
  ForwardIcon,
  MoreIcon,
  PlusIcon,
  SendIcon,
  TrashIcon,
} from '../../ui/icons.tsx'
import { PinIcon, StarIcon } from '../../ui/icons-work.tsx'
import { Shelf } from './shelf.tsx'

const nothing = () => undefined

/** All kinds of buttons. */
export function Buttons() {
  const isPinned = useSignal(true)
  const isStarred = useSignal(false)
  return (
    <>
      <Shelf title="Kinds">
        <Button kind="primary" icon={PlusIcon}>
          New assistant
        </Button>
        <Button>Secondary</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger" icon={TrashIcon}>
          Delete
        </Button>
        <LinkButton href="#buttons" icon={ExternalIcon}>
          A link
        </LinkButton>
        <Button iconEnd={ExpandIcon}>Opens a menu</Button>
        <Button kind="primary" icon={SendIcon} shortcut="Mod+Enter">
          Send
        </Button>
      </Shelf>
      <Shelf title="Busy and disabled">
        <Button kind="primary" busy>
          Saving
        </Button>
        <Button busy>Working</Button>
        <Button kind="primary" disabled>
          Save
        </Button>
        <Button disabled>Secondary</Button>
        <Button kind="quiet" disabled>
          Quiet
        </Button>
        <Button kind="danger" disabled>
          Delete
        </Button>
      </Shelf>
      <Shelf title="Small">
        <Button size="small" kind="primary">
          Apply
        </Button>
        <Button size="small" icon={PlusIcon}>
          Add
        </Button>
        <Button size="small" kind="quiet">
          Clear
        </Button>
        <Button size="small" busy>
          Busy
        </Button>
      </Shelf>
      <Shelf title="Icons">
        <IconButton icon={MoreIcon} label="More actions" />
        <IconButton icon={TrashIcon} label="Delete" kind="danger" />
        <IconButton icon={PlusIcon} label="Add" kind="secondary" />
        <IconButton icon={PlusIcon} label="Add, small" size="small" />
        <IconButton icon={SendIcon} label="Sending" busy />
        <IconButton icon={SendIcon} label="Send, not now" disabled />
      </Shelf>
      <Shelf title="Groups and toggles">
        <ButtonGroup label="Move">
          <Button icon={BackIcon}>Before</Button>
          <Button iconEnd={ForwardIcon}>After</Button>
        </ButtonGroup>
        <ButtonGroup label="Zoom">
          <IconButton icon={BackIcon} label="Back" kind="secondary" />
          <IconButton icon={ForwardIcon} label="Forward" kind="secondary" />
        </ButtonGroup>
        <ToggleButton
          icon={PinIcon}
          label="Pinned"
          isOn={isPinned.value}
          onSwitch={(isOn) => {
            isPinned.value = isOn
          }}
        />
        <ToggleButton
          icon={StarIcon}
          label="Star"
          isIconOnly
          isOn={isStarred.value}
          onSwitch={(isOn) => {
            isStarred.value = isOn
          }}
        />
        <ToggleButton icon={StarIcon} label="Starred" isIconOnly isOn onSwitch={nothing} />
      </Shelf>
      <Shelf title="Long words in little room">
        <div class="sink-narrow">
          <Button isWide>
            Zahlungsbedingungen akzeptieren und den Vorgang unwiderruflich abschließen
          </Button>
        </div>
      </Shelf>
    </>
  )
}
