import { Button } from '../../ui/button.tsx'
import { TextArea, TextInput } from '../../ui/controls.tsx'
import { Badge, Card } from '../../ui/display.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { FormActions, FormSection } from '../../ui/form-section.tsx'

const nothing = () => undefined

/** Form sections and description lists. */
export function Forms() {
  return (
    <>
      <div>
        <FormSection
          title="Greeting"
          lead="What a visitor reads first, before anybody has written."
        >
          <Field label="Title">
            {(wiring) => <TextInput {...wiring} value="Hi there" onEdit={nothing} />}
          </Field>
          <Field label="Message">
            {(wiring) => (
              <TextArea {...wiring} rows={2} value="How can we help?" onEdit={nothing} />
            )}
          </Field>
        </FormSection>
        <FormSection
          title="Calls"
          lead="How it sounds and when it hangs up."
          aside={<Badge tone="attention">2 errors</Badge>}
          isCollapsible
          isOpen={false}
        >
          <Field label="Voice">
            {(wiring) => <TextInput {...wiring} value="Nova" onEdit={nothing} />}
          </Field>
        </FormSection>
        <FormActions>
          <Button kind="primary">Save</Button>
          <Button>Cancel</Button>
        </FormActions>
      </div>
      <Card
        title="Visitor"
        note="What is known about her."
        actions={<Button size="small">Edit</Button>}
      >
        <Facts
          rows={[
            ['Browser', 'Firefox on Linux'],
            ['Language', 'Deutsch'],
          ]}
        >
          <Fact term="Seen on">
            <a href="#forms">https://example.com/a-rather-long-address/that-breaks/where-it-must</a>
          </Fact>
        </Facts>
      </Card>
    </>
  )
}
