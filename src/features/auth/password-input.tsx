import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextInput, type TextInputProps } from '../../ui/fields/text-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

/** A password that can be looked at: people type on phones and share a keyboard with nobody. */
export const PasswordInput = (props: Omit<TextInputProps, 'type' | 'trailing'>) => {
  const { t } = useTranslation('auth')
  const [isShown, setShown] = useState(false)
  return (
    <TextInput
      size="lg"
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <IconButton
          icon={isShown ? 'eye-off' : 'eye'}
          label={t(isShown ? 'password.hide' : 'password.show')}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}
