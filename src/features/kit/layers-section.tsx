import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { KitRow, KitSection } from './kit-section.tsx'

/** What floats: a menu, a dialog, a question, a word more. */
export const LayersSection = () => {
  const { t } = useTranslation('kit')
  const [open, setOpen] = useState<'dialog' | 'question' | null>(null)
  const [chosen, setChosen] = useState<(typeof choices)[number]>('first')
  const close = () => setOpen(null)
  return (
    <KitSection name="layers">
      <KitRow>
        <Menu
          label={t('kit:layers.menu')}
          trigger={<Button icon="chevron-down">{t('kit:layers.menu')}</Button>}
          items={[
            { id: 'heading', heading: t('kit:layers.heading') },
            ...choices.map((choice) => ({
              id: choice,
              label: t(`kit:choices.${choice}`),
              checked: choice === chosen,
              onSelect: () => setChosen(choice),
            })),
            { id: 'line', separator: true },
            { id: 'print', label: t('kit:layers.print'), icon: 'printer', keys: 'p', onSelect: close },
            {
              id: 'refused',
              label: t('kit:buttons.refused'),
              icon: 'lock',
              whyNot: t('kit:buttons.why'),
              onSelect: close,
            },
            { id: 'delete', label: t('kit:buttons.danger'), icon: 'trash', danger: true, onSelect: close },
          ]}
        />
        <Button onClick={() => setOpen('dialog')}>{t('kit:layers.dialog')}</Button>
        <Button onClick={() => setOpen('question')}>{t('kit:layers.question')}</Button>
        <Tooltip text={t('kit:layers.tip')} keys="Mod+k">
          <Button>{t('kit:layers.tooltip')}</Button>
        </Tooltip>
      </KitRow>
      <Dialog
        open={open !== null}
        role={open === 'question' ? 'alertdialog' : 'dialog'}
        onOpenChange={close}
        title={t('kit:layers.title')}
        description={t('kit:layers.detail')}
        footer={
          <>
            <Button variant="ghost" keys="Escape" onClick={close}>
              {t('kit:buttons.ghost')}
            </Button>
            <Button variant={open === 'question' ? 'danger' : 'primary'} keys="Enter" onClick={close}>
              {t(open === 'question' ? 'kit:buttons.danger' : 'kit:buttons.primary')}
            </Button>
          </>
        }
      />
    </KitSection>
  )
}

const choices = ['first', 'second'] as const
