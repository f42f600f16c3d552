import { useEffect, useState } from "../lib";
import { get } from "../api/api";
import * as ask from "../api/ask";

// SetVariable writes a variable into .env. Its value is nowhere but in the box, until that is closed.
export function SetVariable({ variable, done }: { variable: ask.Variable; done: () => void }) {
  const [value, type] = useState("");
  const [made, make] = useState(false);
  const [failed, fail] = useState("");
  const [place, setPlace] = useState<ask.Dotenv | null>(null);
  useEffect(() => void get<ask.Dotenv>("/api/environment").then(setPlace, () => undefined), []);
  const act = async (what: () => Promise<unknown>) => {
    try {
      fail("");
      await what();
      return true;
    } catch (e) {
      fail((e as Error).message);
      return false;
    }
  };
  const set = async () => (await act(() => ask.setVariable(variable.name, value))) && done();
  const generate = () => (type(random()), make(true));
  return (
    <form className="setvariable" aria-label={"Set " + variable.name} onSubmit={(e) => (e.preventDefault(), void set())}>
      <h2><code>{variable.name}</code></h2>
      {variable.doc && <p className="hint">{variable.doc}</p>}
      <label className="field">Value
        <textarea autoFocus rows={3} value={value} placeholder="Paste it here, several lines too" spellCheck={false} autoComplete="off" onChange={(e) => (type(e.target.value), make(false))} />
      </label>
      <p className="hint">{made ? "Shown now and never again: copy it where the other side wants it." : "Written to " + (place?.file ?? ".env") + ", and not shown again."}</p>
      {place?.exposed && (
        <p className="failure" role="alert">{place.exposed}. {place.ignore && <button type="button" onClick={() => void act(async () => setPlace(await ask.ignoreDotenv()))}>Add it to .gitignore</button>}</p>
      )}
      {failed && <p className="failure" role="alert">{failed}</p>}
      <div className="actions">
        <button className="primary" type="submit" disabled={value === "" || !!place?.exposed}>Set and restart</button>
        <button type="button" onClick={generate}>Generate</button>
        <span className="grow" />
        <button type="button" onClick={done}>Cancel</button>
      </div>
    </form>
  );
}

// random is 32 random bytes in base64url.
const random = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
