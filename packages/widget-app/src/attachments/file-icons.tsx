/** Icons that only files need, loaded with them. */
import { Icon } from '../ui/icons.js';

export const FileIcon = () => (
  <Icon>
    <path d="M11.500 3H6.500A1.500 1.500 0 0 0 5 4.500v11A1.500 1.500 0 0 0 6.500 17h7a1.500 1.500 0 0 0 1.500-1.500v-9L11.500 3zM11.500 3v3.500H15" />
  </Icon>
);
export const RetryIcon = () => (
  <Icon>
    <path d="M15.500 10a5.500 5.500 0 1 1-1.800-4.100M15.500 3.500v3h-3" />
  </Icon>
);
