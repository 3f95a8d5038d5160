import { useSignal } from '@preact/signals'
import { Select, TextArea, TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import { SearchInput } from '../../ui/search-input.tsx'

/** All text inputs. */
export function Fields() {
  const name = useSignal('Ada Lovelace')
  const empty = useSignal('')
  const found = useSignal('invoice')
  const long = useSignal('Hello! I help with orders, returns and everything about your account.')
  const plan = useSignal('b')
  const keep = (state: { value: string }) => (value: string) => {
    state.value = value
  }
  return (
    <div class="sink-grid">
      <Field label="Name">
        {(wiring) => <TextInput {...wiring} value={name.value} onEdit={keep(name)} />}
      </Field>
      <Field label="Company" hint="As it stands on invoices." isOptional>
        {(wiring) => (
          <TextInput
            {...wiring}
            placeholder="Example GmbH"
            value={empty.value}
            onEdit={keep(empty)}
          />
        )}
      </Field>
      <Field label="Address" error="This is not an address: the @ is missing.">
        {(wiring) => (
          <TextInput {...wiring} type="email" value="ada.example.com" onEdit={() => undefined} />
        )}
      </Field>
      <Field label="Not to be changed">
        {(wiring) => <TextInput {...wiring} disabled value="Kept" onEdit={() => undefined} />}
      </Field>
      <Field label="To be read only">
        {(wiring) => <TextInput {...wiring} readOnly value="cnv_1f82" onEdit={() => undefined} />}
      </Field>
      <Field label="Price" aside={<span class="counter">of 500</span>}>
        {(wiring) => (
          <TextInput
            {...wiring}
            type="number"
            prefix="$"
            suffix="per call"
            value="12.50"
            onEdit={() => undefined}
          />
        )}
      </Field>
      <Field label="Plan">
        {(wiring) => (
          <Select {...wiring} value={plan.value} onEdit={keep(plan)}>
            <option value="a">Small</option>
            <option value="b">Team</option>
            <option value="c">Large</option>
          </Select>
        )}
      </Field>
      <Field label="Plan, not now">
        {(wiring) => (
          <Select {...wiring} disabled value="a" onEdit={() => undefined}>
            <option value="a">Small</option>
          </Select>
        )}
      </Field>
      <Field label="Greeting" aside={<span class="counter">69 / 500</span>}>
        {(wiring) => <TextArea {...wiring} rows={3} value={long.value} onEdit={keep(long)} />}
      </Field>
      <Field label="Wrong text" error="This has to be JSON: unexpected end of the text at line 1.">
        {(wiring) => (
          <TextArea {...wiring} rows={3} isCode value={'{ "name": '} onEdit={() => undefined} />
        )}
      </Field>
      <div class="stack is-3">
        <SearchInput
          label="Search everything"
          shortcut="/"
          value={empty.value}
          onEdit={keep(empty)}
        />
        <SearchInput label="Search, filled" value={found.value} onEdit={keep(found)} />
        <SearchInput label="Search, busy" isBusy value="refund" onEdit={() => undefined} />
      </div>
      <div class="is-other-script">
        <Field label="From right to left">
          {(wiring) => (
            <TextInput {...wiring} value="مرحبا، كيف يمكنني المساعدة؟" onEdit={() => undefined} />
          )}
        </Field>
      </div>
    </div>
  )
}
