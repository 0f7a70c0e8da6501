import { useNavigate } from 'react-router-dom'
import { Button, type ButtonProps } from '../../ui/button.tsx'

type GoButtonProps = Omit<ButtonProps, 'onClick' | 'size'> & {
  /** A path made by domain/access/paths.ts. */
  to: string
}

/** The next screen, as the one thing that Enter means here. */
export const GoButton = ({ to, ...rest }: GoButtonProps) => {
  const navigate = useNavigate()
  return <Button variant="primary" keys="Enter" autoFocus {...rest} size="lg" onClick={() => navigate(to)} />
}
