import { useNavigate } from 'react-router-dom'
import { Button, type ButtonProps } from '../../ui/button.tsx'

type LinkButtonProps = Omit<ButtonProps, 'onClick' | 'size'> & {
  /** A path made by domain/access/paths.ts. */
  to: string
}

/** A button that leads to another screen. */
export const LinkButton = ({ to, ...rest }: LinkButtonProps) => {
  const navigate = useNavigate()
  return <Button {...rest} size="lg" onClick={() => navigate(to)} />
}
