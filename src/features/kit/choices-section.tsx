import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { KitGrid, KitRow, KitSection } from './kit-section.tsx'

/** Boxes to tick, and one of a few. */
export const ChoicesSection = () => {
  const { t } = useTranslation('kit')
  const [isTicked, setTicked] = useState(true)
  const [chosen, setChosen] = useState<(typeof values)[number]>('first')
  const options = values.map((value) => ({ value, label: t(`kit:choices.${value}`) }))
  return (
    <KitSection name="choices">
      <KitRow>
        <Checkbox checked={isTicked} onCheckedChange={setTicked}>
          {t('kit:choices.tick')}
        </Checkbox>
        <Checkbox checked="mixed" onCheckedChange={setTicked}>
          {t('kit:choices.mixed')}
        </Checkbox>
        <Checkbox checked disabled onCheckedChange={setTicked}>
          {t('kit:choices.disabled')}
        </Checkbox>
      </KitRow>
      <KitGrid>
        <RadioGroup
          label={t('kit:choices.group')}
          hint={t('kit:choices.hint')}
          options={options}
          value={chosen}
          onValueChange={setChosen}
        />
        <RadioGroup
          disabled
          label={t('kit:choices.disabled')}
          options={options}
          value={chosen}
          onValueChange={setChosen}
        />
      </KitGrid>
    </KitSection>
  )
}

const values = ['first', 'second', 'third'] as const
