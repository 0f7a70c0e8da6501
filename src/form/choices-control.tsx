import { Checkbox } from '../ui/fields/checkbox.tsx'
import { useFieldControl } from '../ui/fields/field.tsx'
import { type Choice, chosenOf } from './form-model.ts'

type ChoicesControlProps = {
  value: string
  values: readonly string[]
  choice: Choice | undefined
  onChange: (value: string) => void
}

/** A checkbox for each of the values; the label of the field names their group. */
export const ChoicesControl = ({ value, values, choice, onChange }: ChoicesControlProps) => {
  const { id, 'aria-describedby': describedBy } = useFieldControl()
  const chosen = chosenOf(value)
  const toggle = (one: string, isChosen: boolean) =>
    onChange(values.filter((other) => (other === one ? isChosen : chosen.includes(other))).join(' '))
  return (
    <fieldset
      aria-labelledby={id && `${id}-label`}
      aria-describedby={describedBy}
      className="grid min-w-0 gap-x-4 gap-y-2 sm:grid-cols-2"
    >
      {values.map((one, index) => (
        <Checkbox
          key={one}
          id={index === 0 ? id : `${id}-${one}`}
          checked={chosen.includes(one)}
          onCheckedChange={(isChosen) => toggle(one, isChosen)}
        >
          {choice?.label?.(one) ?? one}
        </Checkbox>
      ))}
    </fieldset>
  )
}
