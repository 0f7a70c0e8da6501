import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { Button } from '../../ui/button.tsx'

/** To where one belongs: a landing, a gate, the login. */
export const HomeButton = () => {
  const { t } = useTranslation('public')
  const navigate = useNavigate()
  return (
    <Button variant="primary" size="lg" keys="Enter" autoFocus onClick={() => navigate(paths.home())}>
      {t('actions.home')}
    </Button>
  )
}
