// The materials of people: how they are lit, drawn from above, as dots, and their shadows.

import { Color, CustomBlending, GreaterDepth, OneFactor, OneMinusSrcAlphaFactor, ShaderMaterial, SrcAlphaFactor, Vector3, ZeroFactor, type DataTexture } from 'three';
import { INSTANCE, LOOKS, MOVEMENT } from './people_movement';

/** What all people share: light, the simulated time, s, their looks, and whether they have the colours of their clothes. */
export interface PeopleLight {
  sky: { value: Color }; ground: { value: Color }; sun: { value: Vector3 };
  time: { value: number }; looks: { value: DataTexture | null }; clothed: { value: number };
}
export function peopleLight(): PeopleLight {
  return {
    sky: { value: new Color(1, 1, 1) }, ground: { value: new Color(0.6, 0.6, 0.6) }, sun: { value: new Vector3(0.62, -0.23, 0.75) },
    time: { value: 0 }, looks: { value: null }, clothed: { value: 1 },
  };
}

/** The colour of a corner. Without the colours of clothes, the coat says what the legend explains, and the rest keeps back. */
const TONES = `
  uniform float clothed;
  vec3 toned(int tone, vec3 tint, Body b) {
    switch (tone) {
      case 0: return tint;
      case 1: return look(4).rgb;
      case 2: { vec3 cloth = look(5).rgb; return clothed > 0.5 ? cloth : mix(tint * 0.42, cloth, 0.55); }
      case 3: return look(6).rgb;
      case 4: return look(7).rgb;
      case 5: return look(7).a * mix(vec3(0.9, 0.72, 0.5), vec3(0.75, 0.8, 0.9), fract(gait.w * 3.7));
      case 6: return b.hasBareArms ? look(4).rgb : tint;
      case 7: { vec3 second = look(8).rgb; return clothed > 0.5 ? second : mix(tint * 0.7, second, 0.3); }
      case 8: return clothed > 0.5 ? vec3(0.93, 0.93, 0.92) : mix(tint, vec3(1.0), 0.7);
      case 9: { vec3 cloth = b.hasBareShins ? mix(look(4).rgb, vec3(0.16, 0.15, 0.17), step(0.5, fract(gait.w * 9.1)) * 0.85) : look(5).rgb; return clothed > 0.5 ? cloth : mix(tint * 0.42, cloth, 0.55); }
      case 10: { vec3 shoe = look(7).rgb; return mix(shoe * 0.55, vec3(0.9), step(0.62, fract(gait.w * 6.3))); }
      case 11: return vec3(0.09, 0.085, 0.1);
      case 12: return look(4).rgb * vec3(0.78, 0.55, 0.52);
      case 13: return vec3(0.75, 0.77, 0.8);
      case 14: return vec3(0.94, 0.94, 0.93);
      default: return vec3(0.9, 0.92, 0.85);
    }
  }
`;

/** Lights a surface: sky and ground by how far it looks up, the sun, and a rim against the background. \`shade\` is how much light reaches it. */
const LIT = `
  uniform vec3 sky; uniform vec3 ground; uniform vec3 sun;
  vec3 lit(vec3 colour, vec3 n, vec3 toEye, float shade) {
    float direct = dot(n, sun);
    vec3 light = mix(ground, sky, n.z * 0.5 + 0.5) * 0.74 * shade + 0.4 * smoothstep(-0.12, 1.0, direct) * mix(0.75, 1.0, shade);
    float rim = pow(1.0 - clamp(dot(n, toEye), 0.0, 1.0), 3.0);
    return colour * light + 0.07 * rim * sky;
  }
`;

const PLAIN = 'varying vec3 vColour; void main() { gl_FragColor = vec4(vColour, 1.0); }';

/** Returns the material of bodies. They are lit in display colours, so that a coat has the colour of the legend. */
export function bodyMaterial(light: PeopleLight): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: light as unknown as ShaderMaterial['uniforms'],
    vertexShader: `${INSTANCE} ${LOOKS}
      attribute float part; attribute float tone; attribute float worn; attribute float shade;
      uniform float time;
      varying vec3 vColour; varying vec3 vSecond; varying vec3 vNormal; varying vec3 vToEye; varying vec4 vCloth;
      ${MOVEMENT} ${TONES}
      void main() {
        // What is not worn is left out: its corners all lie outside of the picture.
        if (!isOn(worn)) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); vColour = vSecond = vNormal = vToEye = vec3(0.0); vCloth = vec4(0.0); return; }
        Body body = bodyOf();
        vec3 p = position, n = normal;
        move(body, p, n);
        int code = int(tone + 0.5);
        vColour = toned(code, tint.rgb, body);
        vSecond = look(8).rgb;
        vNormal = n;
        vToEye = cameraPosition - p;
        // Where on the cloth it is, its pattern, and how much light reaches it.
        float pattern = code == 0 || (code == 6 && !body.hasBareArms) ? look(5).a * 255.0 * clothed : 0.0;
        vCloth = vec4(position.y, position.z, pattern, shade);
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
      }`,
    fragmentShader: `
      varying vec3 vColour; varying vec3 vSecond; varying vec3 vNormal; varying vec3 vToEye; varying vec4 vCloth;
      ${LIT}
      void main() {
        vec3 colour = vColour;
        int pattern = int(vCloth.z + 0.5);
        if (pattern == 1) colour = mix(colour, vSecond, step(0.6, fract(vCloth.y * 13.0)));
        else if (pattern == 2) colour = mix(colour, vSecond, 0.5 * step(0.7, fract(vCloth.y * 17.0)) + 0.4 * step(0.7, fract(vCloth.x * 17.0)));
        else if (pattern == 3) colour = vCloth.y > 1.29 ? vSecond : colour;
        gl_FragColor = vec4(lit(colour, normalize(vNormal), normalize(vToEye), vCloth.w), 1.0);
      }`,
  });
}

/** Returns the material of people whom a floor hides: faint silhouettes. They are drawn after floors and before people, only where something is before them. */
export function ghostMaterial(light: PeopleLight): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: light as unknown as ShaderMaterial['uniforms'],
    vertexShader: `${INSTANCE} ${LOOKS}
      attribute float part; attribute float worn;
      uniform float time;
      varying vec3 vColour;
      ${MOVEMENT}
      void main() {
        // What may be worn is left out.
        if (worn > 0.5) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); vColour = vec3(0.0); return; }
        Body body = bodyOf();
        vec3 p = position, n = normal;
        move(body, p, n);
        vColour = mix(tint.rgb, vec3(0.25, 0.3, 0.38), 0.5);
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
      }`,
    fragmentShader: 'varying vec3 vColour; void main() { gl_FragColor = vec4(vColour, 0.34); }',
    depthFunc: GreaterDepth, depthWrite: false, blending: CustomBlending, blendSrc: SrcAlphaFactor, blendDst: OneMinusSrcAlphaFactor, blendSrcAlpha: ZeroFactor, blendDstAlpha: OneFactor,
  });
}

/** Returns the material of what people have with them: cases that roll behind them, and wheelchairs. */
export function loadMaterial(light: PeopleLight): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: light as unknown as ShaderMaterial['uniforms'],
    vertexShader: `${INSTANCE} ${LOOKS}
      attribute float part; attribute float tone;
      varying vec3 vColour;
      ${LIT}
      void main() {
        float height = look(0).r * 1.275;
        vec3 p = position, n = normal;
        // A wheel turns with the way; its spokes look the same after a quarter turn.
        if (part > 0.5 && part < 1.5) {
          float c = cos(gait.x * 0.5), s = sin(gait.x * 0.5);
          p.xz = vec2(p.x * c + (p.z - 0.3) * s, 0.3 - p.x * s + (p.z - 0.3) * c);
          n.xz = vec2(n.x * c + n.z * s, -n.x * s + n.z * c);
        }
        // A case is tilted while it is pulled, and stands beside whoever rests.
        if (part > 1.5) {
          float tilt = -0.62 * (1.0 - pose.z), c = cos(tilt), s = sin(tilt);
          p.xz = vec2(p.x * c - p.z * s, p.x * s + p.z * c);
          n.xz = vec2(n.x * c - n.z * s, n.x * s + n.z * c);
          p.xy += vec2(mix(-0.78, -0.22, pose.z), -0.24);
          p *= mix(0.85, 1.0, height);
        }
        float c = cos(place.w), s = sin(place.w);
        p = vec3(p.x * c - p.y * s, p.x * s + p.y * c, p.z) + place.xyz;
        n = vec3(n.x * c - n.y * s, n.x * s + n.y * c, n.z);
        vec3 colour = tone < 0.5 ? tint.rgb * 0.75 : tone < 4.5 ? vec3(0.14, 0.14, 0.16) : tone < 5.5 ? mix(vec3(0.2, 0.24, 0.32), vec3(0.72, 0.28, 0.24), look(7).a) : vec3(0.62, 0.65, 0.69);
        vColour = lit(colour, n, normalize(cameraPosition - p), 1.0);
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
      }`,
    fragmentShader: PLAIN,
  });
}

/** Returns the material of people from above: flat colours with a dark rim, as wide as their bodies. */
export function planMaterial(light: PeopleLight): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: light as unknown as ShaderMaterial['uniforms'],
    vertexShader: `${INSTANCE} ${LOOKS}
      attribute float tone; attribute float part;
      uniform float clothed;
      varying vec3 vColour;
      void main() {
        float c = cos(place.w), s = sin(place.w);
        float wide = look(0).g * 0.51 / 0.25;
        vec3 p = position * vec3(mix(1.0, wide, 0.6), wide, 1.0);
        if (part > 0.5) p.x *= pose.x;
        p.x -= pose.y * sin(1.5 * pose.x);
        // The figure is raised above the slope of stairs; from above its height is not seen.
        p = vec3(p.x * c - p.y * s, p.x * s + p.y * c, p.z + 0.8) + place.xyz;
        vec3 hair = clothed > 0.5 ? look(6).rgb : mix(tint.rgb, vec3(1.0), 0.45);
        vec3 legs = clothed > 0.5 ? look(5).rgb : tint.rgb * 0.5;
        vColour = tone < 0.5 ? tint.rgb : tone < 2.5 ? legs : tone < 3.5 ? hair : tint.rgb * 0.35;
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
      }`,
    fragmentShader: PLAIN,
  });
}

/** Returns the material of people far away: round points. `scale` is `CameraRig.scale` times the pixel ratio. */
export function dotMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { scale: { value: 1 }, least: { value: 2 }, lift: { value: 0.9 } },
    vertexShader: `attribute vec4 place; attribute vec4 tint;
      uniform float scale; uniform float least; uniform float lift;
      varying vec3 vColour;
      void main() {
        vColour = tint.rgb;
        gl_Position = projectionMatrix * viewMatrix * vec4(place.xy, place.z + lift, 1.0);
        gl_PointSize = max(least, 0.55 * scale / gl_Position.w);
      }`,
    fragmentShader: `varying vec3 vColour; void main() {
      vec2 at = gl_PointCoord - 0.5;
      if (dot(at, at) > 0.25) discard;
      gl_FragColor = vec4(vColour, 1.0);
    }`,
  });
}

/** Returns the material of shadows: a dark spot under the feet, which trails off away from the sun. */
export function shadowMaterial(light: PeopleLight): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { colour: { value: new Color() }, strength: { value: 0.4 }, looks: light.looks },
    vertexShader: `${INSTANCE} ${LOOKS}
      varying vec2 vAt;
      void main() {
        vAt = position.xy;
        float wide = look(0).g * 0.51 / 0.2;
        // The sun is in the east-south-east.
        vec2 away = vec2(-0.938, 0.347), across = vec2(-0.347, -0.938);
        float sit = pose.x, along = position.x > 0.0 ? 0.62 * (1.0 - 0.35 * sit) : 0.3;
        vec2 p = (away * position.x * along + across * position.y * 0.29) * wide;
        p -= 0.5 * pose.y * sin(1.5 * sit) * vec2(cos(place.w), sin(place.w));
        gl_Position = projectionMatrix * viewMatrix * vec4(place.xy + p, place.z + 0.03, 1.0);
      }`,
    fragmentShader: `varying vec2 vAt; uniform vec3 colour; uniform float strength;
      void main() { float r = length(vAt); gl_FragColor = vec4(colour, strength * (1.0 - smoothstep(0.05, 1.0, r))); }`,
    transparent: true, depthWrite: false,
  });
}
