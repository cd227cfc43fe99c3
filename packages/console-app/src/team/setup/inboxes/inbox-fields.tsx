/** The controls of an inbox's form, with what they show when it opens. */
import { TEMPLATES } from '@service/protocol';
import type { ComponentChildren } from 'preact';
import { useAll } from '../../use-answer.js';
import type { Controls } from './written-inbox.js';

/** What is wrong with a field, by its name. */
export type Problems = Readonly<Partial<Record<'allowedOrigins' | 'primaryColor', string>>>;

interface FieldsProps {
  readonly controls: Controls;
}

interface InboxFieldsProps extends FieldsProps {
  readonly orgId: string;
  readonly problems: Problems;
  /** What the chat makes of the colour. */
  readonly colourRemark: string | null;
}

export const InboxFields = ({ orgId, controls, problems, colourRemark }: InboxFieldsProps) => (
  <>
    <Words controls={controls} problem={problems.allowedOrigins} />
    <Look controls={controls} problem={problems.primaryColor} remark={colourRemark} />
    <Answering {...{ orgId, controls }} />
    <People controls={controls} />
    <Consent controls={controls} />
  </>
);

interface RemarkProps {
  readonly problem?: string | undefined;
  readonly remark?: string | null;
}

const Words = ({ controls: { name, allowedOrigins, greeting, questions }, problem }: FieldsProps & RemarkProps) => (
  <>
    <Line of="name" label="Name of the business, as visitors read it" required maxLength={80} value={name} />
    <Field of="allowedOrigins" label="Addresses of your site, one a line" problem={problem}>
      <textarea
        id="inbox-allowedOrigins"
        name="allowedOrigins"
        required
        rows={2}
        defaultValue={allowedOrigins}
        {...describedBy('allowedOrigins', { problem })}
      />
    </Field>
    <Field of="greeting" label="Greeting">
      <textarea id="inbox-greeting" name="greeting" maxLength={500} rows={2} defaultValue={greeting} />
    </Field>
    <Field of="questions" label="Suggested questions, one a line">
      <textarea id="inbox-questions" name="questions" rows={3} defaultValue={questions} />
    </Field>
  </>
);

const Look = ({ controls: { template, primaryColor }, problem, remark = null }: FieldsProps & RemarkProps) => (
  <fieldset>
    <legend>Look</legend>
    <Field of="template" label="Template">
      <select id="inbox-template" name="template">
        <option value="">As the page wishes</option>
        {TEMPLATES.map((each) => (
          <option key={each} value={each} selected={each === template}>
            {each.charAt(0).toUpperCase() + each.slice(1)}
          </option>
        ))}
      </select>
    </Field>
    <Line
      of="primaryColor"
      label="Colour, such as #0f766e"
      maxLength={64}
      value={primaryColor}
      {...{ problem, remark }}
    />
  </fieldset>
);

/** An AI agent can be chosen once it is known which there are. */
function Answering({ orgId, controls: { agentName, aiAgentId } }: FieldsProps & { readonly orgId: string }) {
  const { value } = useAll('aiAgents.list', { orgId });
  return (
    <fieldset>
      <legend>Who answers</legend>
      {value && (
        <Field of="aiAgentId" label="AI agent">
          <select id="inbox-aiAgentId" name="aiAgentId">
            <option value="">None: what the server is set to</option>
            {value.items.map((agent) => (
              <option key={agent.aiAgentId} value={agent.aiAgentId} selected={agent.aiAgentId === aiAgentId}>
                {agent.name}
                {agent.published === null ? ' (not published yet)' : ''}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Line of="agentName" label="Name, where no AI agent is published" required maxLength={80} value={agentName} />
    </fieldset>
  );
}

const People = ({ controls: { people, hours, otherContact } }: FieldsProps) => (
  <fieldset>
    <legend>People</legend>
    <Check name="people" isOn={people}>
      Visitors can ask for a person
    </Check>
    <Line of="hours" label="When people answer, in your own words" maxLength={200} value={hours} />
    <Line of="otherContact" label="How else to reach you" maxLength={200} value={otherContact} />
  </fieldset>
);

const Consent = ({ controls: { requireConsent, privacyUrl } }: FieldsProps) => (
  <fieldset>
    <legend>Consent</legend>
    <Check name="requireConsent" isOn={requireConsent}>
      Ask visitors before anything is stored
    </Check>
    <Field of="privacyUrl" label="Address of your privacy notice">
      <input id="inbox-privacyUrl" name="privacyUrl" type="url" defaultValue={privacyUrl} autoComplete="off" />
    </Field>
  </fieldset>
);

interface FieldProps extends RemarkProps {
  /** Of the control below, whose id is `inbox-` and this. */
  readonly of: string;
  readonly label: string;
  readonly children: ComponentChildren;
}

const Field = ({ of, label, problem, remark, children }: FieldProps) => (
  <div class="field">
    <label htmlFor={`inbox-${of}`}>{label}</label>
    {children}
    {problem ? (
      <span id={`inbox-${of}-remark`} role="alert">
        {problem}
      </span>
    ) : (
      remark && (
        <span id={`inbox-${of}-remark`} class="hint">
          {remark}
        </span>
      )
    )}
  </div>
);

/** Of the control in a {@link Field}. */
const describedBy = (of: string, { problem, remark }: RemarkProps) => ({
  'aria-invalid': problem ? true : undefined,
  'aria-describedby': problem || remark ? `inbox-${of}-remark` : undefined,
});

interface LineProps extends Omit<FieldProps, 'children'> {
  readonly required?: boolean;
  readonly maxLength: number;
  readonly value: string;
}

const Line = ({ of, label, required = false, maxLength, value, problem, remark = null }: LineProps) => (
  <Field {...{ of, label, problem, remark }}>
    <input
      id={`inbox-${of}`}
      name={of}
      required={required}
      maxLength={maxLength}
      defaultValue={value}
      autoComplete="off"
      {...describedBy(of, { problem, remark })}
    />
  </Field>
);

interface CheckProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly children: ComponentChildren;
}

const Check = ({ name, isOn, children }: CheckProps) => (
  <label class="check">
    <input type="checkbox" name={name} defaultChecked={isOn} />
    {children}
  </label>
);
